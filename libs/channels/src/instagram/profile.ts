import type { MessagingProfile } from '../meta/messaging/profile.ts'
import { parseComment } from './comment.ts'

/** Instagram Direct, by either login: both send the same payloads. */
export const profile: MessagingProfile = {
  channel: 'instagram',
  object: 'instagram',
  person: 'igsid',
  accountFields: new Set([
    ...['comments', 'live_comments', 'mentions', 'story_insights', 'story_share', 'share_to_story', 'follow'],
    ...['comment_poll_response', 'story_poll_response', 'onboarding_welcome_message_series'],
    ...['creator_marketplace_projects', 'creator_marketplace_invited_creator_onboarding'],
  ]),
  publicFields: new Map([
    ['comments', parseComment],
    ['live_comments', parseComment],
  ]),
}

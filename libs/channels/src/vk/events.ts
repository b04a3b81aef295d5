import type { Json } from '../core/access.ts'
import type { ParsedUpdate } from '../core/update.ts'
import { parseAccountUpdate } from './account-update.ts'
import { parseEdit } from './edit.ts'
import { parseMessage } from './message.ts'
import { parsePersonEvent, personEvents } from './person-event.ts'
import { parseReaction } from './reaction.ts'
import { parseRead } from './read-receipt.ts'
import { objectPath, type Scope } from './scope.ts'

type EventParser = (object: Json, scope: Scope) => ParsedUpdate

const accountEvents = (
  'audio_new board_post_delete board_post_edit board_post_new board_post_restore donut_money_withdraw ' +
  'donut_money_withdraw_error group_change_photo group_change_settings group_officers_edit like_add like_remove ' +
  'market_comment_delete market_comment_edit market_comment_new market_comment_restore messages_edit ' +
  'photo_comment_delete photo_comment_edit photo_comment_new photo_comment_restore photo_new poll_vote_new ' +
  'video_comment_delete video_comment_edit video_comment_new video_comment_restore video_new wall_post_new ' +
  'wall_reply_delete wall_reply_edit wall_reply_new wall_reply_restore wall_repost'
).split(' ')

/** Every event a community can be told of, by VK's words. */
export const events: ReadonlyMap<string, EventParser> = new Map<string, EventParser>([
  ['message_new', parseMessage],
  ['message_reply', parseMessage],
  ['message_edit', parseEdit],
  ['message_read', parseRead],
  ['message_reaction_event', parseReaction],
  ['message_typing_state', ignore('typing')],
  // Answered before it is stored; a callback without an account gets here.
  ['confirmation', ignore('confirmation')],
  ...[...personEvents.keys()].map((event): [string, EventParser] => [event, parsePersonEvent]),
  ...accountEvents.map((event): [string, EventParser] => [event, parseAccountUpdate]),
])

function ignore(reason: string): EventParser {
  return (_object, { account }) => ({ kind: 'ignored', path: objectPath, account, reason })
}

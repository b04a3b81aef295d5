import type { Json } from '../core/access.ts'
import { toData } from '../core/to-data.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Fields that stand elsewhere in the update, or hold another message in full. */
const envelopeKeys = words(
  'message_id ephemeral_message_id message_thread_id is_topic_message direct_messages_topic from sender_chat chat date ' +
    'edit_date business_connection_id text caption reply_to_message pinned_message',
)

/** Fields that say something about a message of any kind, and are never its content. */
const marginKeys = words(
  'entities caption_entities link_preview_options effect_id show_caption_above_media has_media_spoiler media_group_id ' +
    'has_protected_content is_from_offline is_paid_post paid_star_count author_signature sender_boost_count sender_tag ' +
    'sender_business_bot receiver_user via_bot guest_query_id guest_bot_caller_user guest_bot_caller_chat ' +
    'forward_origin is_automatic_forward external_reply quote reply_to_story reply_to_checklist_task_id ' +
    'reply_to_poll_option_id suggested_post_info reply_markup forward_from forward_from_chat forward_from_message_id ' +
    'forward_signature forward_sender_name forward_date',
)

/** Everything a message has besides its envelope, as it came; undefined where that is nothing. */
export function restOf(item: Json, without?: string): Record<string, unknown> | undefined {
  let rest: Record<string, unknown> | undefined
  for (const key of Object.keys(item)) {
    if (envelopeKeys.has(key) || key === without) continue
    rest ??= {}
    Object.defineProperty(rest, key, { value: item[key], enumerable: true })
  }
  return rest === undefined ? undefined : toData(rest)
}

/** The field that must be the content of a message nobody knows: the first that is neither envelope nor margin. */
export function unknownKey(item: Json): string | undefined {
  return Object.keys(item).find((key) => !envelopeKeys.has(key) && !marginKeys.has(key))
}

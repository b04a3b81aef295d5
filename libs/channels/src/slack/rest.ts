import type { Json } from '../core/access.ts'
import { filesData } from './files.ts'

/** Fields that stand elsewhere in the update, differ between two tellings of one message, or hold another in full. */
const envelopeKeys = new Set(
  (
    'type subtype hidden channel channel_type user team ts event_ts thread_ts edited root previous_message ' +
    'reply_count reply_users reply_users_count latest_reply replies subscribed last_read is_locked reactions'
  ).split(' '),
)

/**
 * Everything a message has besides its envelope, as it came; undefined where that is nothing. Its text is there in
 * Slack's own spelling where that is not what people read (`said`).
 */
export function restOf(item: Json, said: string | undefined): Json | undefined {
  let rest: Record<string, unknown> | undefined
  for (const key of Object.keys(item)) {
    // Assigned, `__proto__` would become the prototype; no data has such a key in the end.
    if (
      envelopeKeys.has(key) ||
      key === '__proto__' ||
      (key === 'text' && (item.text === said || item.text === ''))
    )
      continue
    rest ??= {}
    rest[key] = key === 'files' ? filesData(item.files) : item[key]
  }
  return rest
}

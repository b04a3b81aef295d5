import { asId, type Json } from '../core/access.ts'
import { contentHash } from '../core/content-hash.ts'
import { toData } from '../core/to-data.ts'
import { malformed } from '../core/unsupported.ts'
import type { ParsedUpdate } from '../core/update.ts'
import { type Scope, timeOf } from './scope.ts'

/** Tokens have no business in what is kept for reading. */
const secretKeys = new Set(['token', 'bot_access_token'])

/** Something about the workspace, the app in it, or a channel that has no conversation yet. */
export function parseAccountEvent(item: Json, scope: Scope): ParsedUpdate {
  const data = Object.fromEntries(
    Object.entries(item).filter(([key]) => key !== 'type' && !secretKeys.has(key)),
  )
  const at = timeOf(scope, item.event_ts, item.minute_rate_limited)
  return {
    kind: 'account',
    path: scope.path,
    account: scope.account,
    event: scope.name,
    key: scope.eventId ?? contentHash(scope.name, data),
    data: toData(data),
    ...(at === undefined ? {} : { at }),
  }
}

/** The channel goes on under another id. */
export function parseChannelId(item: Json, scope: Scope): ParsedUpdate {
  const from = asId(item.old_channel_id)
  const to = asId(item.new_channel_id)
  if (from === undefined || to === undefined) return malformed(scope, 'no old or no new channel id')
  const at = timeOf(scope, item.event_ts)
  return {
    ...{ kind: 'thread', path: scope.path, account: scope.account, event: 'migrated', from, to },
    ...(at === undefined ? {} : { at }),
  }
}

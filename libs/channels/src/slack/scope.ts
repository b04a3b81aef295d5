import { asId, asList, asObject, asText, type Json } from '../core/access.ts'
import type { Callback } from '../core/channel.ts'
import { contentHash } from '../core/content-hash.ts'
import { toMilliseconds } from '../core/timestamp.ts'
import type { ItemPlace } from '../core/unsupported.ts'
import { teamOf } from './account-keys.ts'

/** What everything of one request shares. */
export type Scope = ItemPlace & {
  appId: string | undefined
  /** User ids of this app's bots. */
  bots: ReadonlySet<string>
  /** Users of an old payload, which does not say which of them are bots. */
  authorised: ReadonlySet<string>
  /** Whether the direct messages we are told of are those of the app's bot, and not of a person who installed it. */
  sawAsBot: boolean
  eventId: string | undefined
  eventTime: unknown
}

/** Opens the scope of the item `name` at `path`. The payload's own workspace wins over the callback's. */
export function openScope(root: Json, callback: Callback, path: string, name: string): Scope {
  const authorizations = asList(root.authorizations).map(asObject)
  const bots = authorizations.filter((one) => one?.is_bot === true).map((one) => asId(one?.user_id))
  return {
    path,
    name,
    account: teamOf(root) ?? callback.account ?? '',
    appId: asId(root.api_app_id),
    bots: new Set(bots.filter((id) => id !== undefined)),
    authorised: new Set(
      asList(root.authed_users)
        .map(asId)
        .filter((id) => id !== undefined),
    ),
    sawAsBot: authorizations.length === 0 || bots.length > 0,
    eventId: asId(root.event_id),
    eventTime: root.event_time,
  }
}

/** The global form of a native id. */
export function globalId(scope: Scope, nativeId: string): string {
  return `slack:${scope.account}:${nativeId}`
}

/** The global id of a message: `ts` is unique in its channel alone. */
export function messageId(scope: Scope, channel: string, ts: string): string {
  return globalId(scope, `${channel}:${ts}`)
}

/** What tells an event from others of its type. The same one may come under several event ids, so its time counts first. */
export function eventKey(item: Json, scope: Scope): string {
  return asId(item.event_ts) ?? scope.eventId ?? contentHash(item)
}

/** When it happened: the first that is a time, else when Slack made the event. */
export function timeOf(scope: Pick<Scope, 'eventTime'>, ...times: readonly unknown[]): number | undefined {
  for (const time of [...times, scope.eventTime]) {
    const at = toMilliseconds(time)
    if (at !== undefined) return at
  }
  return undefined
}

/** The channel of an event, which is an id or an object. */
export function channelOf(item: Json): string | undefined {
  return asId(item.channel) ?? asId(asObject(item.channel)?.id) ?? asId(item.channel_id)
}

/** Slack's word for a channel without a name of its own is none. */
export function channelName(name: unknown): string | undefined {
  const text = asText(name)
  return text === 'directmessage' || text === 'privategroup' ? undefined : text
}

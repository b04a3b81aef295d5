import type { Json } from '../core/access.ts'
import { toData } from '../core/to-data.ts'
import type { MessageUpdate, Party, Thread } from '../core/update.ts'
import { isOurs } from './people.ts'
import { eventKey, globalId, type Scope, timeOf } from './scope.ts'

/** What differs between the events that are told in a conversation. */
export type Told = {
  type?: 'system' | 'call'
  channel: string
  thread: Thread
  sender: Party
  text: string
  /** What became of what, as `data.event`. */
  event: string
  /** Global id of the message it is about. */
  about?: string | undefined
}

/** An event that is no message of Slack's, as a message of its conversation. */
export function eventMessage(item: Json, scope: Scope, told: Told): MessageUpdate {
  const { type: _type, event_ts: _eventTs, ...rest } = item
  const ours = isOurs(item, scope)
  const at = timeOf(scope, item.event_ts)
  return {
    kind: 'message',
    path: scope.path,
    account: scope.account,
    externalId: globalId(scope, `${told.channel}:${scope.name}/${eventKey(item, scope)}`),
    thread: told.thread,
    direction: ours ? 'outbound' : 'inbound',
    source: ours ? 'echo' : 'live',
    type: told.type ?? 'system',
    nativeType: scope.name,
    sender: told.sender,
    content: { text: told.text, data: { ...toData(rest), event: told.event } },
    ...(told.about === undefined ? {} : { context: { externalId: told.about } }),
    ...(at === undefined ? {} : { at }),
  }
}

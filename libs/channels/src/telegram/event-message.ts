import type { Json } from '../core/access.ts'
import { toMilliseconds } from '../core/timestamp.ts'
import { toData } from '../core/to-data.ts'
import type { MessageType, MessageUpdate, Party, Thread } from '../core/update.ts'
import { globalId, type Scope, updateKey } from './scope.ts'

/** What differs between the updates that tell of an event in a chat. */
export type ChatEvent = {
  type: MessageType
  thread: Thread
  sender: Party
  text: string
  /** Unix time as it came. */
  date?: unknown
  /** The native id, where the update has one of its own. */
  id?: string
  event: string
}

/** An event that is no message of Telegram's, as a message of its conversation. */
export function eventMessage(item: Json, scope: Scope, event: ChatEvent): MessageUpdate {
  const isOurs = scope.account !== '' && event.sender.identities[0]?.value === scope.account
  const message: MessageUpdate = {
    kind: 'message',
    path: scope.path,
    account: scope.account,
    externalId: globalId(scope, event.id ?? updateKey(scope, item)),
    thread: event.thread,
    direction: isOurs ? 'outbound' : 'inbound',
    source: isOurs ? 'echo' : 'live',
    type: event.type,
    nativeType: scope.family,
    sender: event.sender,
    content: { data: { event: event.event, ...toData(item) } },
  }
  if (event.text !== '') message.content.text = event.text
  const at = toMilliseconds(event.date)
  if (at !== undefined) message.at = at
  return message
}

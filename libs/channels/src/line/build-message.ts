import { cutText } from '../core/clean-text.ts'
import { nameCharsMax } from '../core/unsupported.ts'
import type { Content, MessageType, MessageUpdate, Party, Thread } from '../core/update.ts'
import { type Frame, globalId } from './frame.ts'

/** What differs between the events that become messages. */
export type Built = {
  nativeId: string
  thread: Thread
  sender: Party
  type: MessageType
  nativeType: string
  content: Content
}

/** The message of an event. LINE tells of nothing that our side wrote; only coming and going may be our side's. */
export function buildMessage(frame: Frame, { nativeId, nativeType, ...built }: Built): MessageUpdate {
  const isOurs = frame.account !== '' && built.sender.identities[0]?.value === frame.account
  const message: MessageUpdate = {
    kind: 'message',
    path: frame.path,
    account: frame.account,
    externalId: globalId(frame, nativeId),
    thread: built.thread,
    direction: isOurs ? 'outbound' : 'inbound',
    source: isOurs ? 'echo' : 'live',
    type: built.type,
    sender: built.sender,
    content: built.content,
  }
  if (frame.at !== undefined) message.at = frame.at
  if (nativeType !== built.type) message.nativeType = cutText(nativeType, nameCharsMax)
  return message
}

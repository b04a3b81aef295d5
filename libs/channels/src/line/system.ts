import { asList, asObject } from '../core/access.ts'
import type { Content, ParsedUpdate, Party } from '../core/update.ts'
import { parseAccountEvent } from './account-event.ts'
import { buildMessage } from './build-message.ts'
import { eventId, type Frame } from './frame.ts'
import { eventData } from './rest.ts'
import { partyOf } from './source.ts'
import { systemTexts } from './system-text.ts'

/**
 * An event of a conversation that is no message on the wire: it becomes one, so that it stands in the conversation and
 * is found. One that names no chat is about the account.
 */
export function parseSystem(frame: Frame): ParsedUpdate {
  if (frame.thread === undefined) return parseAccountEvent(frame)
  const content: Content = { data: eventData(frame) }
  const text = systemTexts.get(frame.type)?.(frame.event)
  if (text !== undefined) content.text = text
  return buildMessage(frame, {
    nativeId: eventId(frame),
    thread: frame.thread,
    sender: moverOf(frame) ?? frame.sender,
    type: 'system',
    nativeType: frame.type,
    content,
  })
}

/** Who comes or goes, of several the first: the source of such an event names the chat alone. */
function moverOf({ type, event, account }: Frame): Party | undefined {
  if (type === 'join' || type === 'leave') return partyOf(account)
  const [member] = asList(asObject(event.joined ?? event.left)?.members)
  return partyOf(asObject(member)?.userId)
}

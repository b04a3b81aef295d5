import { asId, asObject } from '../core/access.ts'
import { malformed } from '../core/unsupported.ts'
import type { ParsedUpdate } from '../core/update.ts'
import { buildMessage } from './build-message.ts'
import { messageContent } from './content.ts'
import { eventId, type Frame, globalId } from './frame.ts'
import { unknownParty } from './source.ts'

/** `message`: what a person wrote. */
export function parseMessage(frame: Frame): ParsedUpdate {
  const message = asObject(frame.event.message)
  if (message === undefined)
    return malformed({ path: frame.path, account: frame.account, name: 'message' }, 'no message')
  const update = buildMessage(frame, {
    nativeId: asId(message.id) ?? eventId(frame),
    thread: frame.thread ?? { kind: 'direct', peer: unknownParty },
    sender: frame.sender,
    ...messageContent(message, frame),
  })
  const quoted = asId(message.quotedMessageId)
  if (quoted !== undefined) update.context = { externalId: globalId(frame, quoted) }
  return update
}

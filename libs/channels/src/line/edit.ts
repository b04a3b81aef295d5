import { asId, asObject } from '../core/access.ts'
import { malformed } from '../core/unsupported.ts'
import type { EditUpdate, ParsedUpdate } from '../core/update.ts'
import { messageContent } from './content.ts'
import { eventId, type Frame, globalId } from './frame.ts'

/**
 * `messageEdited`: a message of a group as it is now, under the id it had. Several may come out of order; the one with
 * the largest timestamp is the newest.
 */
export function parseEdit(frame: Frame): ParsedUpdate {
  const message = asObject(frame.event.message)
  const id = asId(message?.id)
  if (message === undefined || id === undefined)
    return malformed({ path: frame.path, account: frame.account, name: frame.type }, 'no message id')
  const target = globalId(frame, id)
  const { type, content } = messageContent(message, frame)
  const update: EditUpdate = {
    kind: 'edit',
    path: frame.path,
    account: frame.account,
    target,
    externalId: `${target}@${frame.at ?? eventId(frame)}`,
    direction: 'inbound',
    actor: frame.sender,
    type,
    content,
  }
  if (frame.at !== undefined) update.at = frame.at
  return update
}

import { asId, asObject } from '../core/access.ts'
import { malformed } from '../core/unsupported.ts'
import type { DeleteUpdate, ParsedUpdate } from '../core/update.ts'
import { type Frame, globalId } from './frame.ts'

/** `unsend`: a person took a message back; LINE asks that it be shown no longer. */
export function parseDeletion(frame: Frame): ParsedUpdate {
  const id = asId(asObject(frame.event.unsend)?.messageId)
  if (id === undefined)
    return malformed({ path: frame.path, account: frame.account, name: frame.type }, 'no message id')
  const target = globalId(frame, id)
  const update: DeleteUpdate = {
    kind: 'delete',
    path: frame.path,
    account: frame.account,
    target,
    externalId: `${target}/deleted`,
    direction: 'inbound',
    actor: frame.sender,
  }
  if (frame.at !== undefined) update.at = frame.at
  return update
}

import { asId, asText } from '../core/access.ts'
import { malformed } from '../core/unsupported.ts'
import type { DeliveryStatus, ParsedUpdate, StatusUpdate } from '../core/update.ts'
import { type Frame, globalId } from './frame.ts'

const words = new Map<string, DeliveryStatus>([
  ['delivered', 'delivered'],
  ['seen', 'read'],
  ['failed', 'failed'],
])

/** `delivered`, `seen`, `failed`: where a message stands, told by its token. Each device of a person tells of it. */
export function parseStatus(frame: Frame): ParsedUpdate {
  const { account, word, token, event } = frame
  const status = words.get(word)
  if (token === undefined || status === undefined)
    return malformed({ path: '', account, name: word }, 'no message token')
  const update: StatusUpdate = { kind: 'status', path: '', account, target: globalId(frame, token), status }
  const recipient = asId(event.user_id)
  const message = asText(event.desc)
  if (frame.at !== undefined) update.at = frame.at
  if (word !== status) update.nativeStatus = word
  if (recipient !== undefined) update.recipient = { identities: [{ kind: 'user_id', value: recipient }] }
  if (message !== undefined) update.errors = [{ message }]
  return update
}

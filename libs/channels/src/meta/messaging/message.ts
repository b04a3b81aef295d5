import { asId, asObject, type Json } from '../../core/access.ts'
import { contentHash } from '../../core/content-hash.ts'
import { toData } from '../../core/to-data.ts'
import { malformed } from '../../core/unsupported.ts'
import type { DeleteUpdate, MessageContext, MessageUpdate, ParsedUpdate } from '../../core/update.ts'
import type { EventParser } from './event.ts'
import { buildMessage, type Frame, openFrame, timeOf } from './frame.ts'
import { messageContent } from './message-content.ts'
import { globalId } from './scope.ts'

/** `message`: what somebody wrote, an echo of what our side wrote elsewhere, or word that a message was unsent. */
export const parseMessage: EventParser = ({ item, node, path, scope, beside }) => {
  const message = asObject(node)
  const place = { path, account: scope.account, name: 'message' }
  if (message === undefined) return malformed(place, 'not an object')
  const mid = asId(message.mid)
  const isEcho = message.is_echo === true
  const frame = openFrame(item, path, scope, isEcho)
  if (message.is_deleted === true) {
    return mid === undefined ? malformed(place, 'unsent without mid') : deletion(frame, mid)
  }
  if (mid === undefined && message.text === undefined && message.attachments === undefined) {
    return malformed(place, 'neither mid nor content')
  }
  const nativeId = mid ?? contentHash(scope.account, item)
  const source = frame.direction === 'outbound' ? 'echo' : 'live'
  const update = buildMessage(frame, nativeId, messageContent(message, beside), source)
  addContext(update, message, frame)
  addReferral(update, message.referral ?? item.referral)
  return update
}

/** The mid is that of the original message: only the kind of the update tells them apart. */
function deletion(frame: Frame, mid: string): ParsedUpdate {
  const target = globalId(frame.scope, mid)
  const update: DeleteUpdate = {
    kind: 'delete',
    path: frame.path,
    account: frame.scope.account,
    target,
    externalId: `${target}:deleted`,
    direction: frame.direction,
    actor: frame.actor,
  }
  const at = timeOf(frame)
  if (at !== undefined) update.at = at
  return update
}

function addContext(update: MessageUpdate, message: Json, { scope }: Frame): void {
  const context: MessageContext = {}
  const quoted = asId(asObject(message.reply_to)?.mid)
  if (quoted !== undefined) context.externalId = globalId(scope, quoted)
  const productId = asId(asObject(asObject(message.referral)?.product)?.id)
  if (productId !== undefined) context.product = { productId }
  if (Object.keys(context).length > 0) update.context = context
}

/** Where the person came from: an advertisement, a link, a product of the shop. */
export function addReferral(update: MessageUpdate, node: unknown): void {
  const referral = asObject(node)
  if (referral !== undefined) update.referral = toData(referral)
}

import { asId, asObject, asText, type Json } from '../core/access.ts'
import { cutText } from '../core/clean-text.ts'
import { contentHash } from '../core/content-hash.ts'
import { toMilliseconds } from '../core/timestamp.ts'
import { toData } from '../core/to-data.ts'
import { malformed, nameCharsMax } from '../core/unsupported.ts'
import type { Content, MessageContext, MessageUpdate, ParsedUpdate } from '../core/update.ts'
import { parseContent } from './content.ts'
import { deliveryStatus } from './delivery-status.ts'
import { parseErrors } from './errors.ts'
import { type MessageParties, messageParties, type Origin } from './message-parties.ts'
import { parseReference } from './reference.ts'
import { globalId, type Scope } from './scope.ts'
import { identityChange } from './system-change.ts'

/** A message before its kind is looked at. */
export type MessageFrame = MessageParties & { path: string; externalId: string; item: Json; at?: number }

/**
 * One item of `messages[]`, `message_echoes[]` or a history thread: a message, or the reaction, edit or delete it
 * is about. A system message that changes who a person is adds a contact update at `<path>#contact`.
 */
export function parseMessage(
  raw: unknown,
  path: string,
  scope: Scope,
  origin: Origin,
): ParsedUpdate | ParsedUpdate[] {
  const item = asObject(raw)
  if (item === undefined || (item.id === undefined && item.type === undefined)) {
    const place = { path, account: scope.account, name: 'message' }
    return malformed(place, item === undefined ? 'not an object' : 'neither id nor type')
  }
  const frame = openFrame(item, path, scope, origin)
  const reference = parseReference(frame, scope)
  if (reference !== undefined) return reference
  const message = buildMessage(frame, scope)
  const change = message.type === 'system' ? identityChange(frame, scope) : undefined
  return change === undefined ? message : [message, change]
}

function openFrame(item: Json, path: string, scope: Scope, origin: Origin): MessageFrame {
  const nativeId = asId(item.id) ?? contentHash(scope.account, item)
  const frame: MessageFrame = {
    ...messageParties(item, scope, origin),
    path,
    item,
    externalId: globalId(scope, nativeId),
  }
  const at = toMilliseconds(item.timestamp)
  if (at !== undefined) frame.at = at
  return frame
}

function buildMessage(frame: MessageFrame, scope: Scope): MessageUpdate {
  const { item } = frame
  const nativeType = asText(item.type)
  const { type, content } = parseContent(item, nativeType)
  const message: MessageUpdate = {
    kind: 'message',
    path: frame.path,
    account: scope.account,
    externalId: frame.externalId,
    thread: frame.thread,
    direction: frame.direction,
    source: frame.source,
    type,
    sender: frame.sender,
    content,
  }
  if (frame.at !== undefined) message.at = frame.at
  if (nativeType !== undefined && nativeType !== type) message.nativeType = cutText(nativeType, nameCharsMax)
  addContext(message, item, scope)
  addErrors(message, item, scope, content)
  const referral = asObject(item.referral)
  if (referral !== undefined) message.referral = toData(referral)
  const status = deliveryStatus(asObject(item.history_context)?.status)
  if (status !== undefined) message.status = status
  return message
}

function addContext(message: MessageUpdate, item: Json, scope: Scope): void {
  const raw = asObject(item.context)
  if (raw === undefined) return
  const context: MessageContext = {}
  const quoted = asId(raw.id)
  if (quoted !== undefined) context.externalId = globalId(scope, quoted)
  if (raw.forwarded === true) context.forwarded = true
  if (raw.frequently_forwarded === true) context.frequentlyForwarded = true
  const referred = asObject(raw.referred_product)
  if (referred !== undefined) {
    context.product = {}
    const catalogId = asId(referred.catalog_id)
    const productId = asId(referred.product_retailer_id)
    if (catalogId !== undefined) context.product.catalogId = catalogId
    if (productId !== undefined) context.product.productId = productId
  }
  if (Object.keys(context).length > 0) message.context = context
}

/** A message without content is explained by the errors of its value, when it has none of its own. */
function addErrors(message: MessageUpdate, item: Json, scope: Scope, content: Content): void {
  const own = parseErrors(item.errors)
  const explained = own.length > 0 || message.type !== 'unsupported' || content.data !== undefined
  const errors = explained ? own : scope.valueErrors
  if (errors.length > 0) message.errors = errors
}

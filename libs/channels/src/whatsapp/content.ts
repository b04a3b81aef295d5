import { asList, asObject, asText, type Json, own } from '../core/access.ts'
import { lines } from '../core/lines.ts'
import { readableText } from '../core/readable-text.ts'
import { toData } from '../core/to-data.ts'
import type { Content, MessageType } from '../core/update.ts'
import { contactsText } from './contacts-text.ts'
import { interactiveText } from './interactive-text.ts'
import { mediaContent } from './media.ts'
import { systemData } from './system-data.ts'

export type ParsedContent = { type: MessageType; content: Content }

/** Keys of a message that are its envelope, not what it says. */
const envelopeKeys = new Set(
  (
    'id from from_user_id from_parent_user_id to to_user_id to_parent_user_id group_id timestamp type context ' +
    'referral errors history_context username'
  ).split(' '),
)

/**
 * The content of a message of the given native type: what people read in `body`, `caption` or `text`, the kind's
 * own structure in `data`. A type that is not known, or one whose content is missing, becomes `unsupported` with
 * whatever text and structure came.
 */
export function parseContent(item: Json, nativeType: string | undefined): ParsedContent {
  return (
    (nativeType === undefined ? undefined : knownContent(item, nativeType)) ??
    unknownContent(item, nativeType)
  )
}

function knownContent(item: Json, type: string): ParsedContent | undefined {
  switch (type) {
    case 'text':
      return textContent(asObject(item.text))
    case 'image':
    case 'video':
    case 'audio':
    case 'voice':
    case 'document':
    case 'sticker':
      return mediaContent(type, asObject(item[type]))
    case 'interactive':
      return structured('interactive', asObject(item.interactive), interactiveText)
    case 'button':
      return structured('button', asObject(item.button), (button) => asText(button.text))
    case 'location':
      return structured('location', asObject(item.location), locationText)
    case 'contacts':
      return contactsContent(item.contacts)
    case 'order':
      return structured('order', asObject(item.order), orderText)
    case 'template':
      return structured('template', asObject(item.template), readableText)
    case 'system':
      return systemContent(item)
    case 'request_welcome':
      return { type: 'system', content: {} }
    case 'media_placeholder':
      return { type: 'media_placeholder', content: restOf(item) }
    default:
      return undefined
  }
}

function textContent(text: Json | undefined): ParsedContent | undefined {
  if (typeof text?.body !== 'string' && typeof text?.body !== 'number') return undefined
  const content: Content = {}
  const body = asText(text.body)
  if (body !== undefined) content.body = body
  if (Object.keys(text).length > 1) content.data = toData(text)
  return { type: 'text', content }
}

function structured(
  type: MessageType,
  node: Json | undefined,
  textOf: (node: Json) => string | undefined,
): ParsedContent | undefined {
  return node === undefined ? undefined : { type, content: withText(textOf(node), toData(node)) }
}

function locationText(location: Json): string | undefined {
  return lines(location.name, location.address)
}

function orderText(order: Json): string | undefined {
  const products = asList(order.product_items).map((item) => asObject(item)?.product_retailer_id)
  return lines(order.text, ...products)
}

function contactsContent(contacts: unknown): ParsedContent | undefined {
  if (!Array.isArray(contacts)) return undefined
  return { type: 'contacts', content: withText(contactsText(contacts), toData({ contacts })) }
}

function systemContent(item: Json): ParsedContent | undefined {
  const system = asObject(item.system)
  if (system === undefined) return undefined
  return { type: 'system', content: withText(asText(system.body), systemData(item, system)) }
}

function unknownContent(item: Json, nativeType: string | undefined): ParsedContent {
  const named = nativeType !== undefined && !envelopeKeys.has(nativeType)
  const node = named ? (own(item, nativeType) ?? undefined) : undefined
  const text = typeof node === 'string' ? asText(node) : readableText(node ?? rest(item))
  const data = node === undefined ? restOf(item).data : toData(node)
  return { type: 'unsupported', content: withText(text, data) }
}

/** Everything of an item but its envelope. */
function restOf(item: Json): Content {
  const left = rest(item)
  return Object.keys(left).length === 0 ? {} : { data: toData(left) }
}

function rest(item: Json): Json {
  return Object.fromEntries(Object.entries(item).filter(([key]) => !envelopeKeys.has(key)))
}

function withText(text: string | undefined, data: Record<string, unknown> | undefined): Content {
  const content: Content = {}
  if (text !== undefined) content.text = text
  if (data !== undefined) content.data = data
  return content
}

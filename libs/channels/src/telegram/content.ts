import { asObject, asText, type Json, own } from '../core/access.ts'
import { readableText } from '../core/readable-text.ts'
import { toData } from '../core/to-data.ts'
import type { Content, MessageType } from '../core/update.ts'
import { mediaIn, mediaKinds } from './media.ts'
import { orderContents } from './order.ts'
import { paidMediaContent } from './paid-media.ts'
import { restOf, unknownKey } from './rest.ts'
import { richContent } from './rich-text.ts'
import { serviceContent, services } from './service.ts'
import { type StructuredContent, structuredContents } from './structured.ts'

export type ParsedContent = { type: MessageType; nativeType?: string; content: Content }

/** Reads the content of the field `key`; undefined where that does not hold what it should. `called` is the sender. */
type ContentParser = (item: Json, key: string, called: string) => ParsedContent | undefined

/** The field that is also there, for clients that do not know the first one. */
const twins = new Map([
  ['animation', 'document'],
  ['venue', 'location'],
])

/** The fields that are the content of a message; of several that are there the first one counts. */
const parsers = new Map<string, ContentParser>([
  ['rich_message', richMessage],
  ['paid_media', paidMediaMessage],
  ...[...mediaKinds.keys()].map((key): [string, ContentParser] => [key, mediaMessage]),
  ...[structuredContents, orderContents].flatMap((contents) =>
    [...contents].map(([key, kind]): [string, ContentParser] => [key, structuredMessage(kind)]),
  ),
  ...[...services.keys()].map((key): [string, ContentParser] => [key, serviceContent]),
])
const ranks = new Map([...parsers.keys()].map((key, rank) => [key, rank]))

/**
 * The content of a message: what people read in `body`, `caption` or `text`, all the rest of the message as it came
 * in `data`. A message has no type word: its content is the field that is there. One nobody knows becomes
 * `unsupported` under the name of that field, with whatever text and structure came.
 */
export function parseContent(item: Json, called: string): ParsedContent {
  if (typeof item.text === 'string' || typeof item.text === 'number') return textContent(item)
  const keys = Object.keys(item).filter((key) => ranks.has(key) && (item[key] ?? undefined) !== undefined)
  if (keys.length > 1) keys.sort((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0))
  for (const key of keys) {
    const parsed = parsers.get(key)?.(item, key, called)
    if (parsed !== undefined) return parsed.type === key ? parsed : { ...parsed, nativeType: key }
  }
  return unknownContent(item)
}

function textContent(item: Json): ParsedContent {
  const content: Content = {}
  const body = asText(item.text)
  if (body !== undefined) content.body = body
  return { type: 'text', content: withRest(content, item) }
}

/** A long text with headings, tables and media is still what a person wrote. */
function richMessage(item: Json): ParsedContent | undefined {
  const rich = asObject(item.rich_message)
  if (rich === undefined) return undefined
  const { body, media } = richContent(rich)
  const content: Content = body === '' ? {} : { body }
  if (media.length > 0) content.media = media
  return { type: 'text', content: withRest(content, item) }
}

function paidMediaMessage(item: Json): ParsedContent | undefined {
  const paid = paidMediaContent(item)
  return paid && { type: paid.type, content: withRest(withCaption(paid.content, item), item) }
}

function mediaMessage(item: Json, key: string): ParsedContent | undefined {
  const type = mediaKinds.get(key)?.type
  const media = mediaIn(item)
  if (type === undefined || media.length === 0) return undefined
  const content: Content = withCaption({ media }, item)
  const emoji = type === 'sticker' ? asText(asObject(item.sticker)?.emoji) : undefined
  if (emoji !== undefined) content.text = emoji
  return { type, content: withRest(content, item, twins.get(key)) }
}

function structuredMessage({ type, textOf }: StructuredContent): ContentParser {
  return (item, key) => {
    const node = asObject(item[key])
    if (node === undefined) return undefined
    const content: Content = {}
    const text = textOf(node)
    const media = mediaIn(key === 'game' ? node : (asObject(node.media) ?? {}))
    if (text !== '') content.text = text
    if (media.length > 0) content.media = media
    return { type, content: withRest(content, item, twins.get(key)) }
  }
}

function unknownContent(item: Json): ParsedContent {
  const key = unknownKey(item)
  const node = key === undefined ? undefined : own(item, key)
  const text = typeof node === 'object' ? readableText(node) : asText(node)
  const content = withCaption(text === undefined ? {} : { text }, item)
  const alone = asObject(node) !== undefined && key !== undefined && restOf(item, key) === undefined
  const parsed: ParsedContent = {
    type: 'unsupported',
    content: alone ? { ...content, data: toData(node) } : withRest(content, item),
  }
  const nativeType = asText(key)
  return nativeType === undefined ? parsed : { ...parsed, nativeType }
}

function withCaption(content: Content, item: Json): Content {
  const caption = asText(item.caption)
  return caption === undefined ? content : { ...content, caption }
}

function withRest(content: Content, item: Json, without?: string): Content {
  const data = restOf(item, without)
  return data === undefined ? content : { ...content, data }
}

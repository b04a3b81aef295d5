import { asId, asList, asObject, asText, type Json } from '../../core/access.ts'
import { readableText } from '../../core/readable-text.ts'
import { toData } from '../../core/to-data.ts'
import type { Content, MediaRef } from '../../core/update.ts'
import { type Part, readAttachment } from './attachment.ts'
import type { ParsedContent } from './frame.ts'
import { textLines } from './text-lines.ts'
import { withoutTwins } from './twin-attachments.ts'

/** Keys of `message` that are told elsewhere in the update. */
const toldKeys = new Set(
  'mid seq text attachments is_echo is_deleted is_unsupported referral reply_to sticker_id'.split(' '),
)
const mediaTypes = new Set(['image', 'video', 'audio', 'document', 'sticker'])

/**
 * The content of `message`: its text as `body`, as the `caption` of media, or first in `text` before what people
 * read in its attachments. `beside` is what the item has besides the message and nobody else reads.
 */
export function messageContent(message: Json, beside: Json): ParsedContent {
  const attachments = withoutTwins(asList(message.attachments))
  // Older payloads name the sticker beside its picture, not in it.
  const stickerId = attachments.length === 1 ? asId(message.sticker_id) : undefined
  const parts = attachments.map((attachment) => readAttachment(attachment, stickerId))
  const [first] = parts
  const text = asText(message.text)
  const parsed = first === undefined ? textContent(message, text) : partsContent(first, parts, text)
  const data = dataOf(parts, message, { ...extrasOf(message, parts), ...beside })
  if (data !== undefined) parsed.content.data = data
  return parsed
}

function textContent(message: Json, text: string | undefined): ParsedContent {
  if (message.is_unsupported !== true && typeof message.text === 'string') {
    return { type: 'text', content: text === undefined ? {} : { body: text } }
  }
  const readable = text ?? readableText(message)
  return { type: 'unsupported', content: readable === undefined ? {} : { text: readable } }
}

/** A link is often shared with words around it: then the message is a text, and the link's title is found besides. */
function partsContent(first: Part, parts: readonly Part[], text: string | undefined): ParsedContent {
  const media: MediaRef[] = parts.flatMap((part) => part.media ?? [])
  const content: Content = media.length === 0 ? {} : { media }
  const readable = textLines(...parts.map((part) => part.text))
  const isText = text !== undefined && parts.every((part) => part.nativeType === 'fallback')
  if (isText) {
    content.body = text
    if (readable !== undefined) content.text = readable
    return { type: 'text', content }
  }
  const isMedia = mediaTypes.has(first.type)
  if (isMedia && text !== undefined) content.caption = text
  const said = isMedia ? readable : textLines(text, readable)
  if (said !== undefined) content.text = said
  return first.nativeType === undefined
    ? { type: first.type, content }
    : { type: first.type, nativeType: first.nativeType, content }
}

/** What the message says besides, `reply_to` where it is more than an id (a story), stickers that are no part. */
function extrasOf(message: Json, parts: readonly Part[]): Record<string, unknown> {
  const extras = Object.fromEntries(Object.entries(message).filter(([key]) => !toldKeys.has(key)))
  const reply = asObject(message.reply_to)
  if (reply === undefined ? message.reply_to != null : Object.keys(reply).some((key) => key !== 'mid')) {
    extras.reply_to = message.reply_to
  }
  const stickerId = asId(message.sticker_id)
  const isTold = parts.some((part) => part.type === 'sticker' && part.media?.[0]?.id === stickerId)
  if (stickerId !== undefined && !isTold) extras.sticker_id = message.sticker_id
  return extras
}

/**
 * A message of one attachment has that attachment's structure, with the rest under `message`; one of several has
 * them all under `attachments`.
 */
function dataOf(parts: readonly Part[], message: Json, extras: Json): Record<string, unknown> | undefined {
  const hasExtras = Object.keys(extras).length > 0
  const structure = parts.length === 1 ? parts[0]?.structure : undefined
  if (structure !== undefined) {
    if (!hasExtras) return toData(structure)
    return Object.hasOwn(structure, 'message')
      ? toData({ ...extras, attachments: message.attachments })
      : toData({ ...structure, message: extras })
  }
  if (parts.some((part) => part.structure !== undefined)) {
    return toData({ ...extras, attachments: message.attachments })
  }
  return hasExtras ? toData(extras) : undefined
}

import { asList, asText, type Json } from '../core/access.ts'
import { lines } from '../core/lines.ts'
import { readableText } from '../core/readable-text.ts'
import type { Content, MediaRef, MessageType } from '../core/update.ts'
import type { Frame } from './frame.ts'
import { fileRef, mediaRef, stickerRef } from './media.ts'
import { messageData } from './rest.ts'

export type MessageContent = { type: MessageType; nativeType: string; content: Content }

/** How a type of LINE's becomes ours: what people read of it, its medium, and the fields that are then held. */
type Kind = {
  type: MessageType
  body?(message: Json): string | undefined
  text?(message: Json): string | undefined
  media?(message: Json): MediaRef
  held: readonly string[]
}

const envelope = ['id', 'type', 'quotedMessageId']
const mediaFields = ['contentProvider', 'duration']

/** The types of a message by LINE's word. */
export const messageKinds: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['text', { type: 'text', body: ({ text }) => asText(text), held: ['text'] }],
  ['image', { type: 'image', media: (image) => mediaRef('image', image), held: mediaFields }],
  ['video', { type: 'video', media: (video) => mediaRef('video', video), held: mediaFields }],
  ['audio', { type: 'audio', media: (audio) => mediaRef('audio', audio), held: mediaFields }],
  ['file', { type: 'document', media: fileRef, held: [...mediaFields, 'fileName', 'fileSize'] }],
  ['location', { type: 'location', text: ({ title, address }) => lines(title, address), held: [] }],
  ['sticker', { type: 'sticker', text: stickerText, media: stickerRef, held: ['stickerId'] }],
])

const heldFields = new Map(
  [...messageKinds].map(([word, { held }]): [string, ReadonlySet<string>] => [
    word,
    new Set([...envelope, ...held]),
  ]),
)
const heldOfUnknown: ReadonlySet<string> = new Set(envelope)

/**
 * The content of a message: what people read in `body` or `text`, its medium, and all the rest as it came in `data`.
 * A type nobody knows is `unsupported`, with whatever text came.
 */
export function messageContent(message: Json, frame: Frame): MessageContent {
  const word = asText(message.type) ?? 'none'
  const kind = messageKinds.get(word)
  const content: Content = {}
  const body = kind?.body?.(message)
  const text = kind === undefined ? readableText(message) : kind.text?.(message)
  const media = kind?.media?.(message)
  const data = messageData(message, frame, heldFields.get(word) ?? heldOfUnknown)
  if (body !== undefined) content.body = body
  if (text !== undefined) content.text = text
  if (media !== undefined) content.media = [media]
  if (data !== undefined) content.data = data
  return { type: kind?.type ?? 'unsupported', nativeType: word, content }
}

/** What its sender wrote on a sticker, and the words LINE describes it with. */
function stickerText({ text, keywords }: Json): string | undefined {
  return lines(text, asList(keywords).map(asText).filter(Boolean).join(', '))
}

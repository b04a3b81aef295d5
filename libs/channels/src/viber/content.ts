import { asList, asObject, asText, type Json } from '../core/access.ts'
import { readableText } from '../core/readable-text.ts'
import type { Content, MediaKind, MessageType } from '../core/update.ts'
import type { Frame } from './frame.ts'
import { lines } from './lines.ts'
import { mediaFields, mediaRef } from './media.ts'
import { messageData } from './rest.ts'

export type MessageContent = { type: MessageType; nativeType: string; content: Content }

/** How a type of Viber's becomes ours: where its own text goes, and what else people read of it. */
type Kind = {
  type: MessageType
  field: 'body' | 'caption' | 'text'
  media?: MediaKind
  read?(message: Json): string | undefined
}

const media = (kind: MediaKind): Kind => ({ type: kind, field: 'caption', media: kind })

/** The types of a message by Viber's word. */
export const messageKinds: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['text', { type: 'text', field: 'body' }],
  ['picture', media('image')],
  ['video', media('video')],
  ['file', media('document')],
  ['sticker', media('sticker')],
  ['contact', { type: 'contacts', field: 'text', read: contactText }],
  [
    'location',
    { type: 'location', field: 'text', read: ({ location }) => asText(asObject(location)?.address) },
  ],
  ['url', { type: 'link', field: 'text', read: ({ media: url }) => asText(url) }],
  ['rich_media', { type: 'interactive', field: 'text', read: richMediaText }],
])

const heldText = new Set(['type', 'text'])
const heldMedia = new Set([...heldText, ...mediaFields])
const heldOfUnknown = new Set(['type'])

/**
 * The content of a message: what people read in `body`, `caption` or `text`, its medium, and all the rest as it came in
 * `data`. A type nobody knows is `unsupported`, with whatever text came.
 */
export function messageContent(message: Json, frame: Frame): MessageContent {
  const word = asText(message.type) ?? 'none'
  const kind = messageKinds.get(word)
  const content: Content = {}
  const text = kind === undefined ? readableText(message) : lines(message.text, kind.read?.(message))
  if (text !== undefined) content[kind?.field ?? 'text'] = text
  if (kind?.media !== undefined) content.media = [mediaRef(kind.media, message)]
  const held = kind === undefined ? heldOfUnknown : kind.media === undefined ? heldText : heldMedia
  const data = messageData(message, frame, held)
  if (data !== undefined) content.data = data
  return { type: kind?.type ?? 'unsupported', nativeType: word, content }
}

/** A card of somebody; nothing tells the sender's own number, shared by a button, from it. */
function contactText({ contact }: Json): string | undefined {
  const card = asObject(contact)
  return lines(card?.name, card?.phone_number)
}

/** The words on the buttons of a carousel. */
function richMediaText({ rich_media: carousel }: Json): string | undefined {
  return lines(...asList(asObject(carousel)?.Buttons).map((button) => asObject(button)?.Text))
}

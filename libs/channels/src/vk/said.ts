import { asList, asObject, asText, type Json } from '../core/access.ts'
import type { MediaRef, MessageType } from '../core/update.ts'
import { attachmentKinds } from './attachments.ts'
import { lines } from './lines.ts'

/** Everything a message shows besides its own text: attachments, a place, and what it forwards. */
export type Said = {
  media: MediaRef[]
  texts: string[]
  /** Type of the first thing that is no medium. */
  type?: MessageType
  /** The first attachment of a kind nobody knows. */
  unknown?: { kind: string; node: Json }
}

/** Forwarded messages can hold others, 500 in all. */
const forwardedMax = 500

/** Reads attachments, place and forwarded messages of a message, in this order. */
export function readSaid(message: Json): Said {
  const said: Said = { media: [], texts: [] }
  const budget = { left: forwardedMax }
  readOne(message, said)
  readForwarded(message, said, budget)
  return said
}

function readForwarded(message: Json, said: Said, budget: { left: number }): void {
  for (const raw of asList(message.fwd_messages)) {
    const forwarded = asObject(raw)
    if (forwarded === undefined || budget.left === 0) continue
    budget.left -= 1
    const text = asText(forwarded.text) ?? asText(forwarded.body)
    if (text !== undefined) said.texts.push(text)
    said.type ??= 'text'
    readOne(forwarded, said)
    readForwarded(forwarded, said, budget)
  }
}

function readOne(message: Json, said: Said): void {
  for (const raw of asList(message.attachments)) {
    const attachment = asObject(raw)
    const word = asText(attachment?.type)
    if (attachment === undefined || word === undefined) continue
    const node = Object.hasOwn(attachment, word) ? (asObject(attachment[word]) ?? {}) : {}
    const kind = attachmentKinds.get(word)
    if (kind === undefined) said.unknown ??= { kind: word, node }
    else {
      const media = kind.media?.(node) ?? []
      const text = kind.textOf?.(node) ?? ''
      said.media.push(...media)
      if (text !== '') said.texts.push(text)
      if (media.length === 0 || kind.type === 'story') said.type ??= kind.type
    }
  }
  const geo = asObject(message.geo)
  if (geo === undefined) return
  const place = asObject(geo.place)
  const text = lines(place?.title, place?.address, place?.city, place?.country)
  if (text !== '') said.texts.push(text)
  said.type ??= 'location'
}

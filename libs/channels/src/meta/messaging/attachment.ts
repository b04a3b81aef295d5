import { asId, asObject, asText, type Json } from '../../core/access.ts'
import { readableText } from '../../core/readable-text.ts'
import type { MediaKind, MediaRef, MessageType } from '../../core/update.ts'
import { locationPart } from './location.ts'
import { beyondReference, mediaRef, sharedMedia } from './media.ts'
import { structureOf } from './structure.ts'
import { textLines } from './text-lines.ts'

/** One attachment as a part of its message. `structure` is what the other parts do not tell. */
export type Part = {
  type: MessageType
  nativeType?: string
  media?: MediaRef[]
  text?: string
  structure?: Json
}

/** The thumbs-up of the send button, in its three sizes: the one sticker everybody sends. */
const thumbsUp = new Set(['369239263222822', '369239343222814', '369239383222810'])

/**
 * Reads one item of `attachments[]`; a type nobody knows keeps its text and structure. `stickerId` is the one its
 * message names beside it.
 */
export function readAttachment(raw: unknown, stickerId?: string): Part {
  const attachment = asObject(raw)
  if (attachment === undefined) return { type: 'unsupported', structure: { value: raw } }
  const type = asText(attachment.type)
  const part = readKind(type, attachment, asObject(attachment.payload) ?? {}, stickerId)
  if (type !== undefined) part.nativeType = type
  return part
}

function readKind(type: string | undefined, attachment: Json, payload: Json, stickerId?: string): Part {
  switch (type) {
    case 'image':
    case 'sticker':
      return stickerPart(type, attachment, payload, asId(payload.sticker_id) ?? stickerId)
    case 'video':
    case 'audio':
      return mediaPart(type, attachment, payload)
    case 'file':
      return mediaPart('document', attachment, payload)
    case 'like_heart':
      return { type: 'sticker', text: '❤️' }
    case 'location':
      return locationPart(attachment, payload)
    case 'fallback':
      return linkPart(attachment, payload)
    case 'share':
    case 'post':
    case 'ig_post':
    case 'reel':
    case 'ig_reel':
      return sharePart(type, attachment, payload)
    case 'story_mention':
    case 'ig_story':
      return storyPart(type, attachment, payload)
    case 'template':
      return structured('template', attachment)
    case 'appointment_booking':
      return structured('interactive', attachment)
    case 'ephemeral':
      return { ...structured('unsupported', attachment), text: 'Disappearing photo or video' }
    default:
      return structured('unsupported', attachment)
  }
}

/** A sticker may come as an image that has a `sticker_id`. */
function stickerPart(type: 'image' | 'sticker', attachment: Json, payload: Json, stickerId?: string): Part {
  const kind = stickerId === undefined ? type : 'sticker'
  const part = mediaPart(kind, attachment, payload, stickerId)
  return stickerId !== undefined && thumbsUp.has(stickerId) ? { ...part, text: '👍' } : part
}

function mediaPart(kind: MediaKind, attachment: Json, payload: Json, id?: string): Part {
  const media = mediaRef(kind, payload.url ?? attachment.url, id, attachment.title)
  const structure = beyondReference(attachment)
  return structure === undefined ? { type: kind, media: [media] } : { type: kind, media: [media], structure }
}

/** A page that somebody shared. For what Meta does not pass on it comes empty. */
function linkPart(attachment: Json, payload: Json): Part {
  const url = attachment.url ?? payload.url
  const text = textLines(attachment.title ?? payload.title, url)
  return structured(text === undefined ? 'unsupported' : 'link', attachment, text)
}

/**
 * A post or reel of Facebook or Instagram. People read its title, else its address, unless that is a signed one of
 * the medium itself.
 */
function sharePart(type: string, attachment: Json, payload: Json): Part {
  const url = payload.url ?? attachment.url
  const id = payload.reel_video_id ?? payload.ig_post_media_id
  const media = sharedMedia(type.endsWith('reel') ? 'video' : 'image', url, id)
  const title = asText(payload.title ?? attachment.title)
  const part = structured('link', attachment, title ?? (media.length === 0 ? asText(url) : undefined))
  return media.length === 0 ? part : { ...part, media }
}

function storyPart(type: string, attachment: Json, payload: Json): Part {
  const url = payload.url ?? payload.story_media_url
  const said = type === 'story_mention' ? 'Mentioned you in a story' : 'Shared a story'
  const part = structured('story', attachment, textLines(said, payload.title))
  return url === undefined ? part : { ...part, media: [mediaRef('image', url, payload.story_media_id)] }
}

function structured(type: MessageType, attachment: Json, text = readableText(structureOf(attachment))): Part {
  const structure = structureOf(attachment)
  const part: Part = { type }
  if (text !== undefined) part.text = text
  if (Object.keys(structure).length > 0) part.structure = structure
  return part
}

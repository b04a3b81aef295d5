import type { Json } from '../core/access.ts'
import type { MediaKind, MediaRef } from '../core/update.ts'
import { fieldText } from './fields.ts'

/** Ten is the most that Twilio sends. */
const mediaMax = 100

const mediaField = /^Media(?:Url|ContentType)\d+$/
const mediaSid = /\/(ME[0-9a-f]{32})(?=$|[/?])/

/** Whether a parameter speaks of one of the media. */
export function isMediaField(name: string): boolean {
  return mediaField.test(name)
}

/**
 * The media of a message, in order, by the parameters that came and not by their count. A URL needs the account's
 * credentials where the account asks for them, and redirects; the id in it can be asked for again.
 */
export function mediaOf(form: Json, nativeType: string | undefined): MediaRef[] {
  const media: MediaRef[] = []
  for (let n = 0; n < mediaMax; n += 1) {
    const url = fieldText(form, `MediaUrl${n}`)
    const mimeType = fieldText(form, `MediaContentType${n}`)
    if (url === undefined && mimeType === undefined) break
    const ref: MediaRef = { kind: mediaType(nativeType) ?? kindOf(mimeType) }
    const id = url === undefined ? undefined : mediaSid.exec(url)?.[1]
    if (id !== undefined) ref.id = id
    if (url !== undefined) ref.url = url
    if (mimeType !== undefined) ref.mimeType = mimeType
    media.push(ref)
  }
  return media
}

/** The kind that WhatsApp's word for a message's type says, or undefined for another type. */
export function mediaType(nativeType: string | undefined): MediaKind | undefined {
  switch (nativeType) {
    case 'image':
    case 'video':
    case 'audio':
    case 'voice':
    case 'document':
    case 'sticker':
      return nativeType
    default:
      return undefined
  }
}

function kindOf(mimeType: string | undefined): MediaKind {
  const [family] = (mimeType ?? '').toLowerCase().split('/')
  return family === 'image' || family === 'video' || family === 'audio' ? family : 'document'
}

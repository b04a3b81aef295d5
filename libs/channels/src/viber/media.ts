import { asId, asNumber, asText, type Json } from '../core/access.ts'
import { toMilliseconds } from '../core/timestamp.ts'
import type { MediaKind, MediaRef } from '../core/update.ts'

/** The fields of a message that its medium holds. */
export const mediaFields = ['media', 'thumbnail', 'file_name', 'size', 'file_size', 'duration', 'sticker_id']

/** The medium of a message: a URL that works for an hour or so; a sticker has an id too. */
export function mediaRef(kind: MediaKind, message: Json): MediaRef {
  const media: MediaRef = { kind }
  const id = asId(message.sticker_id)
  const url = asText(message.media)
  const thumbnailUrl = asText(message.thumbnail)
  const filename = asText(message.file_name)
  const bytes = asNumber(message.size) ?? asNumber(message.file_size)
  const seconds = asNumber(message.duration)
  const expiresAt = url === undefined ? undefined : expiryOf(url)
  if (id !== undefined) media.id = id
  if (url !== undefined) media.url = url
  if (thumbnailUrl !== undefined) media.thumbnailUrl = thumbnailUrl
  if (filename !== undefined) media.filename = filename
  if (bytes !== undefined) media.bytes = bytes
  if (seconds !== undefined) media.durationMs = Math.round(seconds * 1000)
  if (expiresAt !== undefined) media.expiresAt = expiresAt
  return media
}

/** Viber's storage signs its URLs up to an instant, which stands in the URL as seconds. */
function expiryOf(url: string): number | undefined {
  if (!url.includes('Expires=')) return undefined
  return toMilliseconds(URL.parse(url)?.searchParams.get('Expires'))
}

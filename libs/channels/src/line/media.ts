import { asId, asNumber, asObject, asText, type Json } from '../core/access.ts'
import type { MediaKind, MediaRef } from '../core/update.ts'

/** LINE holds what people send, under the message's id, for a while it does not state; other media have URLs. */
export function mediaRef(kind: MediaKind, message: Json): MediaRef {
  const media: MediaRef = { kind }
  const provider = asObject(message.contentProvider)
  const url = asText(provider?.originalContentUrl)
  const thumbnailUrl = asText(provider?.previewImageUrl)
  const id = provider?.type === 'external' ? undefined : asId(message.id)
  const durationMs = asNumber(message.duration)
  if (id !== undefined) media.id = id
  if (url !== undefined) media.url = url
  if (thumbnailUrl !== undefined) media.thumbnailUrl = thumbnailUrl
  if (durationMs !== undefined) media.durationMs = durationMs
  return media
}

/** A file has a name and a size in bytes too. */
export function fileRef(message: Json): MediaRef {
  const media = mediaRef('document', message)
  const filename = asText(message.fileName)
  const bytes = asNumber(message.fileSize)
  if (filename !== undefined) media.filename = filename
  if (bytes !== undefined) media.bytes = bytes
  return media
}

/** A sticker is known by its id alone: LINE gives no URL for it. */
export function stickerRef(message: Json): MediaRef {
  const media: MediaRef = { kind: 'sticker' }
  const id = asId(message.stickerId)
  if (id !== undefined) media.id = id
  if (/ANIMATION|POPUP/.test(asText(message.stickerResourceType) ?? '')) media.animated = true
  return media
}

import { asId, asList, asNumber, asObject, asText, type Json } from '../core/access.ts'
import type { MediaKind, MediaRef } from '../core/update.ts'

/**
 * A file as a reference. `file_id` is this bot's own and lasts; a URL is asked for with `getFile` and lives for an
 * hour. Undefined without an id.
 */
export function fileRef(kind: MediaKind, raw: unknown): MediaRef | undefined {
  const file = asObject(raw)
  const id = asId(file?.file_id)
  if (file === undefined || id === undefined) return undefined
  const media: MediaRef = { kind, id }
  const mimeType = asText(file.mime_type)
  const filename = asText(file.file_name)
  const title = asText(file.title)
  const bytes = asNumber(file.file_size)
  const width = asNumber(file.width) ?? asNumber(file.length)
  const height = asNumber(file.height) ?? asNumber(file.length)
  const seconds = asNumber(file.duration)
  if (mimeType !== undefined) media.mimeType = mimeType
  if (filename !== undefined) media.filename = filename
  if (title !== undefined) media.title = title
  if (bytes !== undefined) media.bytes = bytes
  if (width !== undefined) media.width = width
  if (height !== undefined) media.height = height
  if (seconds !== undefined) media.durationMs = Math.round(seconds * 1000)
  return media
}

/** A photo comes in several sizes of which the largest is the photo; their order is not promised. */
export function photoRef(sizes: unknown): MediaRef | undefined {
  let largest: Json | undefined
  for (const raw of asList(sizes)) {
    const size = asObject(raw)
    if (size !== undefined && (largest === undefined || areaOf(size) > areaOf(largest))) largest = size
  }
  return fileRef('image', largest)
}

function areaOf(size: Json): number {
  return (asNumber(size.width) ?? 0) * (asNumber(size.height) ?? 0)
}

/** Stickers are WebP pictures, gzipped Lottie animations or WebM videos; the payload only says which. */
export function stickerRef(raw: unknown): MediaRef | undefined {
  const media = fileRef('sticker', raw)
  if (media === undefined) return undefined
  const { is_animated, is_video } = asObject(raw) ?? {}
  media.mimeType =
    is_animated === true ? 'application/x-tgsticker' : is_video === true ? 'video/webm' : 'image/webp'
  media.animated = is_animated === true || is_video === true
  return media
}

import { asId, asList, asNumber, asObject, asText, type Json } from '../core/access.ts'
import type { MediaKind, MediaRef } from '../core/update.ts'

/** A medium by `<owner>_<id>`, as VK writes it everywhere, with what most kinds have in common. */
export function mediaRef(kind: MediaKind, node: Json, url: unknown, thumbnail?: unknown): MediaRef {
  const media: MediaRef = { kind }
  const id = asId(node.id)
  const owner = asId(node.owner_id)
  const link = asText(url)
  const thumbnailUrl = asText(thumbnail)
  const title = asText(node.title)
  const width = asNumber(node.width)
  const height = asNumber(node.height)
  const seconds = asNumber(node.duration)
  if (id !== undefined) media.id = owner === undefined ? id : `${owner}_${id}`
  if (link !== undefined) media.url = link
  if (thumbnailUrl !== undefined) media.thumbnailUrl = thumbnailUrl
  if (title !== undefined) media.title = title
  if (width !== undefined) media.width = width
  if (height !== undefined) media.height = height
  if (seconds !== undefined) media.durationMs = Math.round(seconds * 1000)
  return media
}

/** A photo comes in several sizes of which the largest is the photo; old ones have no measures, only an order. */
export function photoRef(photo: Json): MediaRef {
  const largest = largestOf(photo.sizes) ?? asObject(photo.orig_photo)
  const { width, height } = largest ?? photo
  return mediaRef(
    'image',
    { id: photo.id, owner_id: photo.owner_id, width, height },
    largest?.url ?? largest?.src,
  )
}

/** The largest of several pictures, the last one among equals. */
export function largestOf(pictures: unknown): Json | undefined {
  let largest: Json | undefined
  for (const raw of asList(pictures)) {
    const picture = asObject(raw)
    if (picture !== undefined && (largest === undefined || areaOf(picture) >= areaOf(largest)))
      largest = picture
  }
  return largest
}

function areaOf(picture: Json): number {
  return (asNumber(picture.width) ?? 0) * (asNumber(picture.height) ?? 0)
}

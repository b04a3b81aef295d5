import { asId, asText, type Json } from '../../core/access.ts'
import type { MediaKind, MediaRef } from '../../core/update.ts'
import { structureOf } from './structure.ts'

/** What a `MediaRef` holds in full; anything else that comes is kept in `data`. */
const refKeys = new Set(['url', 'sticker_id', 'title'])

/** The hosts that Meta serves media from; other addresses of a share are pages to look at. */
const mediaHosts = ['fbsbx.com', 'fbcdn.net', 'cdninstagram.com']

/** A medium by its address. Meta states no life time, though its addresses do expire. */
export function mediaRef(kind: MediaKind, url: unknown, id?: unknown, title?: unknown): MediaRef {
  const media: MediaRef = { kind }
  const nativeId = asId(id)
  const address = asText(url)
  const name = asText(title)
  if (nativeId !== undefined) media.id = nativeId
  if (address !== undefined) media.url = address
  if (name !== undefined) media.title = name
  return media
}

/** The attachment's structure where it has more than its reference tells. */
export function beyondReference(attachment: Json): Json | undefined {
  const structure = structureOf(attachment)
  return Object.keys(structure).some((key) => !refKeys.has(key)) ? structure : undefined
}

/** The medium of a shared post, reel or story, where its address is one of Meta's media hosts. */
export function sharedMedia(kind: MediaKind, url: unknown, id?: unknown): MediaRef[] {
  if (typeof url !== 'string') return []
  const host = URL.parse(url)?.hostname
  const isMedia = mediaHosts.some((name) => host === name || host?.endsWith(`.${name}`))
  return isMedia ? [mediaRef(kind, url, id)] : []
}

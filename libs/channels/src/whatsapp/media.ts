import { asBoolean, asId, asNumber, asText, type Json } from '../core/access.ts'
import { toData } from '../core/to-data.ts'
import type { Content, MediaKind, MediaRef } from '../core/update.ts'

/** What a `MediaRef` and `caption` hold in full; anything else that comes is kept in `data`. */
const refKeys = new Set('id url mime_type sha256 filename file_size voice animated caption'.split(' '))

/**
 * A medium as a reference. The `url` needs the account's token and lives for minutes, the `id` can be resolved
 * again for weeks, so both are kept. A voice note is an audio with `voice: true`.
 */
export function mediaContent(
  type: MediaKind,
  node: Json | undefined,
): { type: MediaKind; content: Content } | undefined {
  if (node === undefined) return undefined
  const kind = type === 'audio' && node.voice === true ? 'voice' : type
  const content: Content = { media: [mediaRef(kind, node)] }
  const caption = asText(node.caption)
  if (caption !== undefined) content.caption = caption
  if (Object.keys(node).some((key) => !refKeys.has(key))) content.data = toData(node)
  return { type: kind, content }
}

function mediaRef(kind: MediaKind, node: Json): MediaRef {
  const media: MediaRef = { kind }
  const id = asId(node.id)
  const url = asText(node.url)
  const mimeType = asText(node.mime_type)
  const sha256 = asText(node.sha256)
  const filename = asText(node.filename)
  const bytes = asNumber(node.file_size)
  const animated = asBoolean(node.animated)
  if (id !== undefined) media.id = id
  if (url !== undefined) media.url = url
  if (mimeType !== undefined) media.mimeType = mimeType
  if (sha256 !== undefined) media.sha256 = sha256
  if (filename !== undefined) media.filename = filename
  if (bytes !== undefined) media.bytes = bytes
  if (animated !== undefined) media.animated = animated
  return media
}

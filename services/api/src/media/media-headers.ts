import type { MediaDocument } from '@omnistream/mongo/documents'

/** What a browser shows and cannot run; everything else is saved as a file. */
const shown: ReadonlySet<string> = new Set([
  ...['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'],
  ...['audio/mpeg', 'audio/mp4', 'audio/aac', 'audio/ogg', 'audio/amr', 'audio/webm'],
  ...['video/mp4', 'video/webm', 'video/3gpp', 'video/quicktime'],
])

/**
 * The headers that a medium is served with: it was sent by strangers, so it is nothing but bytes to a browser, whatever
 * it says it is.
 */
export function mediaHeaders({ ref, mime_type, sha256 }: MediaDocument): Record<string, string> {
  const type = mime_type ?? 'application/octet-stream'
  const way = shown.has(type) ? 'inline' : 'attachment'
  return {
    'content-type': type,
    'content-disposition': `${way}${nameOf(ref.filename)}`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
    ...(sha256 === undefined ? {} : { etag: `"${sha256}"` }),
  }
}

/** RFC 6266: the name in full for those who read it, and what is left of it in plain letters for the rest. */
function nameOf(filename: unknown): string {
  if (typeof filename !== 'string' || filename === '') return ''
  const name = filename.toWellFormed().slice(0, 200).toWellFormed()
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%/]/g, '_')
  const full = encodeURIComponent(name).replaceAll(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)
  return `; filename="${plain}"; filename*=UTF-8''${full}`
}

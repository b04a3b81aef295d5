import type { MediaRef } from '@omnistream/channels'
import { matchesType, mediaType } from '@omnistream/delivery/download/media-type'

/** What servers say of files they know nothing of. */
const saysNothing = new Set(['application/octet-stream', 'binary/octet-stream', 'application/x-download'])

export const unknownType = 'application/octet-stream'

/** Whether a type is in the list: one pattern has it (`image/*`), and none that begins with `!`. */
export function isAllowed(type: string, list: readonly string[]): boolean {
  const refused = list.filter((entry) => entry.startsWith('!')).map((entry) => entry.slice(1))
  const taken = list.filter((entry) => !entry.startsWith('!'))
  return matchesType(type, taken) && !matchesType(type, refused)
}

/** What the answer says, else what the message says; undefined where neither knows. */
export function typeOf(answered: string | undefined, ref: MediaRef): string | undefined {
  if (answered !== undefined && !saysNothing.has(answered)) return answered
  const said = mediaType(ref.mimeType)
  return said === undefined || saysNothing.has(said) ? undefined : said
}

/**
 * Words where an answer is a page or an error in place of the medium: providers send their log-in page and their errors
 * as a 200 (Slack, Viber).
 */
export function notTheMedium(answered: string | undefined, ref: MediaRef): string | undefined {
  const said = mediaType(ref.mimeType)
  if (answered === 'text/html' || answered === 'application/xhtml+xml') {
    const isPage = said === answered || /\.x?html?$/i.test(ref.filename ?? '')
    return isPage ? undefined : 'the answer is a web page, not the medium'
  }
  if (answered === 'application/json' && ref.kind !== 'document') {
    return 'the answer is JSON, not the medium'
  }
  return undefined
}

/** By the first bytes of a file; for what nobody gave a type. */
export function sniffType(head: Uint8Array): string | undefined {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1')
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (/^GIF8[79]a/.test(text)) return 'image/gif'
  if (/^RIFF.{4}WEBP/s.test(text)) return 'image/webp'
  if (text.startsWith('OggS')) return 'audio/ogg'
  if (text.startsWith('ID3')) return 'audio/mpeg'
  if (/^.{4}ftyp/s.test(text)) return 'video/mp4'
  if (text.startsWith('%PDF-')) return 'application/pdf'
  return undefined
}

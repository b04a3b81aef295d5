import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

export type DecodedBody =
  | { ok: true; bytes: Uint8Array }
  | { ok: false; reason: 'too large' | 'broken' | 'unknown encoding' }

const decoders: Readonly<
  Record<string, (bytes: Uint8Array, options: { maxOutputLength: number }) => Buffer>
> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

/**
 * Undoes one Content-Encoding (RFC 9110, 8.4), never growing past `maxBytes`: a kilobyte can be made to inflate
 * to gigabytes (lessons #40). Without an encoding the bytes come back as they are.
 */
export function decodeBody(
  bytes: Uint8Array,
  contentEncoding: string | undefined,
  maxBytes: number,
): DecodedBody {
  const encoding = contentEncoding?.trim().toLowerCase()
  if (!encoding || encoding === 'identity') return { ok: true, bytes }
  const decode = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined
  if (!decode) return { ok: false, reason: 'unknown encoding' }
  try {
    return { ok: true, bytes: decode(bytes, { maxOutputLength: maxBytes }) }
  } catch (error) {
    const tooLarge =
      error instanceof RangeError || (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
    return { ok: false, reason: tooLarge ? 'too large' : 'broken' }
  }
}

import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

export type DecodedStream =
  | { ok: true; stream: Readable; isBroken(): boolean }
  | { ok: false; encoding: string }

/**
 * Undoes a Content-Encoding (RFC 9110, 8.4) while the body streams: how much is inflated is the reader's choice, so a
 * bomb costs one buffer (lessons #40). `isBroken` tells, after an error, that the encoding was at fault and not the network.
 */
export function decodeStream(body: Readable, contentEncoding: string | undefined): DecodedStream {
  const encoding = contentEncoding?.trim().toLowerCase() ?? ''
  if (encoding === '' || encoding === 'identity') return { ok: true, stream: body, isBroken: () => false }
  const create = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined
  if (!create) return { ok: false, encoding }
  const decoder = create()
  let broken = false
  decoder.once('error', () => {
    broken = body.errored === null
  })
  // Whichever of the two fails, the error reaches the reader through the decoder.
  pipeline(body, decoder, () => {})
  return { ok: true, stream: decoder, isBroken: () => broken }
}

import { type Document, serialize } from 'bson'

/** A document as BSON bytes. */
export function encode(document: Document): Buffer {
  const bytes = serialize(document, { ignoreUndefined: true })
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

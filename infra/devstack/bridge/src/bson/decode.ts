import { type Document, deserialize } from 'bson'

/** A document decoded with its number types kept (Int32, Long and Double stay apart). */
export function decode(bytes: Uint8Array): Document {
  return deserialize(bytes, { promoteValues: false, promoteBuffers: false, bsonRegExp: true })
}

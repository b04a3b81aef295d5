import { ProtocolError } from '../wire/protocol-error.ts'

/** One top-level field: its BSON type and where its value lies in the document. */
export type Element = { type: number; start: number; end: number }

/** Bytes of the values whose size is in their type alone (bsonspec.org 1.1). */
const fixedBytes: Record<number, number> = {
  1: 8, // double
  6: 0, // undefined
  7: 12, // ObjectId
  8: 1, // boolean
  9: 8, // date
  10: 0, // null
  16: 4, // int32
  17: 8, // timestamp
  18: 8, // int64
  19: 16, // decimal128
  127: 0, // max key
  255: 0, // min key
}

/**
 * The top-level fields of a document in their order, without decoding a value. Fields below are skipped by
 * their length, so the cost is that of the top level alone.
 * @throws ProtocolError BAD_BSON when a field runs out of the document
 */
export function readElements(document: Buffer): Map<string, Element> {
  const elements = new Map<string, Element>()
  const last = document.length - 1
  let offset = 4
  while (offset < last) {
    const type = document[offset] ?? 0
    const nameEnd = document.indexOf(0, offset + 1)
    const start = nameEnd + 1
    if (nameEnd < 0 || start > last) throw new ProtocolError('BAD_BSON', 'a field name does not end')
    const end = start + valueBytes(document, type, start)
    if (end > last) throw new ProtocolError('BAD_BSON', 'a field is longer than its document')
    elements.set(document.toString('utf8', offset + 1, nameEnd), { type, start, end })
    offset = end
  }
  return elements
}

function valueBytes(document: Buffer, type: number, start: number): number {
  const fixed = fixedBytes[type]
  if (fixed !== undefined) return fixed
  if (type === 11) return regexBytes(document, start)
  if (start + 4 > document.length) throw new ProtocolError('BAD_BSON', 'a field is cut off')
  const length = document.readInt32LE(start)
  if (length < 0) throw new ProtocolError('BAD_BSON', 'a field of negative length')
  switch (type) {
    case 2: // string
    case 13: // code
    case 14: // symbol
      return 4 + length
    case 3: // document
    case 4: // array
    case 15: // code with scope
      if (length < 5) throw new ProtocolError('BAD_BSON', 'a document shorter than an empty one')
      return length
    case 5: // binary
      return 5 + length
    case 12: // DBPointer
      return 4 + length + 12
    default:
      throw new ProtocolError('BAD_BSON', `unknown BSON type ${type}`)
  }
}

function regexBytes(document: Buffer, start: number): number {
  const patternEnd = document.indexOf(0, start)
  const optionsEnd = patternEnd < 0 ? -1 : document.indexOf(0, patternEnd + 1)
  if (optionsEnd < 0) throw new ProtocolError('BAD_BSON', 'a regular expression does not end')
  return optionsEnd + 1 - start
}

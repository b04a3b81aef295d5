import { assertDocument } from '../bson/assert-document.ts'
import { crc32c } from './crc32c.ts'
import {
  flagChecksumPresent,
  flagMoreToCome,
  headerBytes,
  opMsg,
  opQuery,
  requiredFlagsMask,
} from './opcodes.ts'
import { ProtocolError } from './protocol-error.ts'

/** The documents of a kind 1 section, end to end, as they came. */
export type DocumentSequence = { name: string; bytes: Buffer }

export type Message = {
  kind: 'msg' | 'query'
  requestId: number
  /** The command document as it came; nothing is decoded. */
  body: Buffer
  sequences: DocumentSequence[]
  /** The peer wants no answer (an unacknowledged write). */
  moreToCome: boolean
  /** Only OP_QUERY names its database outside of the body. */
  database?: string
}

/**
 * One whole wire message, taken apart without copying.
 * @throws ProtocolError when it is not a well-formed OP_MSG or OP_QUERY
 */
export function parseMessage(frame: Buffer): Message {
  const requestId = frame.readInt32LE(4)
  const opcode = frame.readInt32LE(12)
  if (opcode === opMsg) return parseMsg(frame, requestId)
  if (opcode === opQuery) return parseQuery(frame, requestId)
  throw new ProtocolError('UNKNOWN_OPCODE', `opcode ${opcode} is not spoken here`)
}

function parseMsg(frame: Buffer, requestId: number): Message {
  if (frame.length < headerBytes + 4 + 1 + 5) throw new ProtocolError('BAD_MESSAGE', 'OP_MSG is too short')
  const flags = frame.readUInt32LE(headerBytes)
  const unknown = flags & requiredFlagsMask & ~(flagChecksumPresent | flagMoreToCome)
  if (unknown !== 0) throw new ProtocolError('BAD_MESSAGE', `unknown required flag bits ${unknown}`)

  const end = flags & flagChecksumPresent ? verifyChecksum(frame) : frame.length
  const sequences: DocumentSequence[] = []
  let body: Buffer | undefined
  let offset = headerBytes + 4
  while (offset < end) {
    const kind = frame[offset]
    const section = sized(frame, offset + 1, end)
    if (kind === 0) {
      if (body) throw new ProtocolError('BAD_MESSAGE', 'OP_MSG has two bodies')
      assertDocument(section)
      body = section
    } else if (kind === 1) {
      sequences.push(parseSequence(section))
    } else {
      throw new ProtocolError('BAD_MESSAGE', `unknown section kind ${kind}`)
    }
    offset += 1 + section.length
  }
  if (!body) throw new ProtocolError('BAD_MESSAGE', 'OP_MSG has no body')
  return { kind: 'msg', requestId, body, sequences, moreToCome: (flags & flagMoreToCome) !== 0 }
}

function parseSequence(section: Buffer): DocumentSequence {
  const nameEnd = section.indexOf(0, 4)
  if (nameEnd < 0) throw new ProtocolError('BAD_MESSAGE', 'a document sequence without a name')
  const bytes = section.subarray(nameEnd + 1)
  for (let offset = 0; offset < bytes.length; ) {
    const document = sized(bytes, offset, bytes.length)
    assertDocument(document)
    offset += document.length
  }
  return { name: section.toString('latin1', 4, nameEnd), bytes }
}

function parseQuery(frame: Buffer, requestId: number): Message {
  const nameEnd = frame.indexOf(0, headerBytes + 4)
  if (nameEnd < 0) throw new ProtocolError('BAD_MESSAGE', 'OP_QUERY without a collection name')
  const collection = frame.toString('utf8', headerBytes + 4, nameEnd)
  const body = sized(frame, nameEnd + 1 + 8, frame.length)
  assertDocument(body)
  const database = collection.split('.', 1)[0] ?? ''
  return { kind: 'query', requestId, body, sequences: [], moreToCome: false, database }
}

function verifyChecksum(frame: Buffer): number {
  const end = frame.length - 4
  if (crc32c(frame.subarray(0, end)) !== frame.readUInt32LE(end)) {
    throw new ProtocolError('BAD_CHECKSUM', 'the CRC-32C of a message does not match its bytes')
  }
  return end
}

/** The part that begins with its own int32 length at `offset`. */
function sized(bytes: Buffer, offset: number, end: number): Buffer {
  if (offset + 4 > end) throw new ProtocolError('BAD_MESSAGE', 'a section is cut off')
  const length = bytes.readInt32LE(offset)
  if (length < 4 || offset + length > end)
    throw new ProtocolError('BAD_MESSAGE', `a section of ${length} bytes`)
  return bytes.subarray(offset, offset + length)
}

import { crc32c } from '../wire/crc32c.ts'
import { flagChecksumPresent, headerBytes, opMsg, opQuery } from '../wire/opcodes.ts'

/** An OP_MSG as a client writes it. `checksum: 'wrong'` is for what must be refused. */
export function wireMessage(options: {
  requestId: number
  body: Buffer
  sequences?: { name: string; documents: Buffer[] }[]
  flags?: number
  checksum?: 'right' | 'wrong'
}): Buffer {
  const { requestId, body, sequences = [], checksum } = options
  const flags = Buffer.alloc(4)
  flags.writeUInt32LE((options.flags ?? 0) | (checksum === undefined ? 0 : flagChecksumPresent))
  const sections = [
    Buffer.from([0]),
    body,
    ...sequences.flatMap(({ name, documents }) => sequence(name, documents)),
  ]
  const parts = [header(opMsg, requestId), flags, ...sections]
  const trailer = checksum === undefined ? [] : [Buffer.alloc(4)]
  const message = Buffer.concat([...parts, ...trailer])
  message.writeInt32LE(message.length, 0)
  if (checksum === undefined) return message
  const crc = crc32c(message.subarray(0, -4))
  message.writeUInt32LE(checksum === 'right' ? crc : (crc ^ 1) >>> 0, message.length - 4)
  return message
}

/** The OP_QUERY on `admin.$cmd` with which old drivers say hello. */
export function wireQuery(requestId: number, body: Buffer): Buffer {
  const fields = Buffer.concat([
    Buffer.alloc(4),
    Buffer.from('admin.$cmd\0'),
    Buffer.alloc(4),
    Buffer.from([255, 255, 255, 255]),
  ])
  const message = Buffer.concat([header(opQuery, requestId), fields, body])
  message.writeInt32LE(message.length, 0)
  return message
}

function header(opcode: number, requestId: number): Buffer {
  const bytes = Buffer.alloc(headerBytes)
  bytes.writeInt32LE(requestId, 4)
  bytes.writeInt32LE(opcode, 12)
  return bytes
}

function sequence(name: string, documents: Buffer[]): Buffer[] {
  const content = Buffer.concat([Buffer.alloc(4), Buffer.from(`${name}\0`), ...documents])
  content.writeInt32LE(content.length, 0)
  return [Buffer.from([1]), content]
}

import { createHash } from 'node:crypto'
import { randomBytes } from './random-bytes.ts'

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Any RFC 9562 UUID in its textual form, whatever its version. */
export const isUuid = (text: string): boolean => uuidPattern.test(text)

/** 16 bytes to the lowercase textual form. */
export const uuidFromBytes = (bytes: Uint8Array): string => {
  if (bytes.length !== 16) throw new RangeError(`a UUID has 16 bytes, not ${bytes.length}`)
  const hex = Buffer.from(bytes.buffer, bytes.byteOffset, 16).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The textual form to its 16 bytes. Throws RangeError for anything else. */
export const uuidToBytes = (uuid: string): Buffer => {
  if (!isUuid(uuid)) throw new RangeError('not a UUID')
  return Buffer.from(uuid.replaceAll('-', ''), 'hex')
}

const stamp = (bytes: Buffer, version: number): Buffer => {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | (version << 4)
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes
}

/** UUIDv7 as bytes (RFC 9562, 5.7). `now` is milliseconds since the epoch, `random` gives n random bytes. */
export const uuidv7Bytes = (
  now: number = Date.now(),
  random: (size: number) => Buffer = randomBytes,
): Buffer => {
  const bytes = Buffer.allocUnsafe(16)
  bytes.writeUIntBE(now, 0, 6)
  random(10).copy(bytes, 6)
  return stamp(bytes, 7)
}

/** UUIDv7 as text: sorts by its time. */
export const uuidv7 = (now?: number, random?: (size: number) => Buffer): string =>
  uuidFromBytes(uuidv7Bytes(now, random))

/** UUIDv5 as bytes (RFC 9562, 5.5): the same namespace and name always give the same id. */
export const uuidv5Bytes = (namespace: string | Uint8Array, name: string): Buffer => {
  const space = typeof namespace === 'string' ? uuidToBytes(namespace) : namespace
  return stamp(createHash('sha1').update(space).update(name, 'utf8').digest().subarray(0, 16), 5)
}

/** UUIDv5 as text. */
export const uuidv5 = (namespace: string | Uint8Array, name: string): string =>
  uuidFromBytes(uuidv5Bytes(namespace, name))

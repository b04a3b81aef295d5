import { Binary } from 'mongodb'

/** Which list a cursor belongs to: one of another list is refused rather than misread. */
export const cursorKinds = {
  messages: 1,
  search: 2,
  relevance: 3,
  audit: 4,
  conversations: 5,
  replays: 6,
  'account-updates': 7,
  'ledger-alarms': 8,
  drift: 9,
} as const

export type CursorKind = keyof typeof cursorKinds

/** A place in a list sorted by time and then id; both decide, so rows of the same instant are neither lost nor repeated. */
export type Place = { at: Date; id: Binary }

const placeBytes = 8 + 1 + 16
const latestMs = 8.64e15

/** Places as one opaque base64url text, with numbers that the list needs besides. */
export function encodeCursor(
  kind: CursorKind,
  places: readonly Place[],
  numbers: readonly number[] = [],
): string {
  const parts = [Buffer.of(cursorKinds[kind])]
  for (const number of numbers) {
    const bytes = Buffer.alloc(8)
    bytes.writeDoubleBE(number)
    parts.push(bytes)
  }
  for (const { at, id } of places) {
    const bytes = Buffer.alloc(placeBytes)
    bytes.writeDoubleBE(at.getTime(), 0)
    bytes.writeUInt8(id.sub_type, 8)
    bytes.set(id.buffer.subarray(0, 16), 9)
    parts.push(bytes)
  }
  return Buffer.concat(parts).toString('base64url')
}

/** The reverse; undefined for anything that `encodeCursor` did not make for this kind of list. */
export function decodeCursor(
  kind: CursorKind,
  text: string,
  counts: { places: number; numbers?: number },
): { places: Place[]; numbers: number[] } | undefined {
  const bytes = Buffer.from(text, 'base64url')
  const numberCount = counts.numbers ?? 0
  if (bytes.length !== 1 + numberCount * 8 + counts.places * placeBytes) return undefined
  if (bytes[0] !== cursorKinds[kind] || bytes.toString('base64url') !== text) return undefined
  const numbers = Array.from({ length: numberCount }, (_, index) => bytes.readDoubleBE(1 + index * 8))
  const places: Place[] = []
  for (let offset = 1 + numberCount * 8; offset < bytes.length; offset += placeBytes) {
    const ms = bytes.readDoubleBE(offset)
    if (!Number.isInteger(ms) || Math.abs(ms) > latestMs) return undefined
    const id = new Binary(Buffer.from(bytes.subarray(offset + 9, offset + placeBytes)), bytes[offset + 8])
    places.push({ at: new Date(ms), id })
  }
  return numbers.every(Number.isFinite) ? { places, numbers } : undefined
}

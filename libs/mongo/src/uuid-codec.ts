import { Binary } from 'mongodb'
import { binaryToUuid, type LegacyByteOrder, legacyBinary, type UuidSubtype, uuidToBinary } from './uuid.ts'

/** A filter value for one id or several: the plain value, or `$in` over every form it may be stored in. */
export type UuidFilter = Binary | { $in: Binary[] }

/** How this database writes and finds UUIDs. */
export type UuidCodec = {
  write(text: string): Binary
  read(value: Binary): string
  /** Matches the id (or any of the ids) in whichever form it is stored. */
  match(text: string | readonly string[]): UuidFilter
}

/**
 * `subtype` is what is written (UUID_BINARY_SUBTYPE). `mixed` makes filters match all of 4, 0 and 3; it costs
 * an index its one equality, so it is set only where `detectUuidSubtypes` found more than one form.
 */
export function createUuidCodec({
  subtype = Binary.SUBTYPE_UUID,
  mixed = false,
  legacy = 'python',
}: {
  subtype?: UuidSubtype
  mixed?: boolean | (() => boolean)
  legacy?: LegacyByteOrder
} = {}): UuidCodec {
  const isMixed = typeof mixed === 'function' ? mixed : () => mixed
  const forms = (text: string): Binary[] =>
    isMixed()
      ? [uuidToBinary(text, 4), uuidToBinary(text, 0), legacyBinary(text, legacy)]
      : [uuidToBinary(text, subtype)]
  return {
    write: (text) => uuidToBinary(text, subtype),
    read: (value) => binaryToUuid(value, legacy),
    match(text) {
      const all = (typeof text === 'string' ? [text] : text).flatMap(forms)
      const [only] = all
      return all.length === 1 && only !== undefined && typeof text === 'string' ? only : { $in: all }
    },
  }
}

/** The codec of a database that holds subtype 4 alone, which is what OmniStream writes unless told otherwise. */
export const standardUuids: UuidCodec = createUuidCodec()

import { OmniError } from '@omnistream/common'
import { Binary, type Document } from 'mongodb'
import { valueAt } from './document-path.ts'
import { binaryToUuid, type LegacyByteOrder, type UuidSubtype, uuidToBinary } from './uuid.ts'

/**
 * The fields of one document that hold UUIDs of another subtype, with what they become.
 * @throws {UuidFormatError} for BinData that is no UUID.
 * @throws {OmniError} UUID_NOT_CONVERTIBLE where the document was found for a value that cannot be got at:
 * going on would find it again for ever.
 */
export function convertedUuids(
  document: Document,
  fields: readonly string[],
  to: UuidSubtype,
  legacy: LegacyByteOrder,
): Map<string, unknown> {
  const convert = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(convert)
    if (!(value instanceof Binary) || value.sub_type === to) return value
    return uuidToBinary(binaryToUuid(value, legacy), to)
  }
  const changed = new Map<string, unknown>()
  for (const field of fields) {
    const value = valueAt(document, field)
    if (holdsOther(value, to)) changed.set(field, convert(value))
  }
  if (changed.size > 0) return changed
  throw new OmniError('UUID_NOT_CONVERTIBLE', 'a document holds a UUID of another subtype out of reach')
}

const holdsOther = (value: unknown, to: number): boolean =>
  Array.isArray(value)
    ? value.some((item) => holdsOther(item, to))
    : value instanceof Binary && value.sub_type !== to

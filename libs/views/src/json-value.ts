import { binaryToUuid } from '@omnistream/mongo/uuid'
import { Binary, Decimal128, Double, Int32, Long, ObjectId } from 'mongodb'

/** Any stored value as JSON: instants as ISO text, UUIDs as text, other bytes as base64, great numbers as text. */
export function jsonValue(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value ?? null
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Binary) return isUuidBinary(value) ? binaryToUuid(value) : value.toString('base64')
  if (value instanceof Int32 || value instanceof Double) return value.valueOf()
  if (value instanceof Long || value instanceof Decimal128 || value instanceof ObjectId)
    return value.toString()
  if (Array.isArray(value)) return value.map(jsonValue)
  return jsonObject(value as Record<string, unknown>)
}

/** The same for an object. */
export function jsonObject(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, jsonValue(inner)]))
}

function isUuidBinary(value: Binary): boolean {
  return (
    value.length() === 16 &&
    (value.sub_type === Binary.SUBTYPE_UUID || value.sub_type === Binary.SUBTYPE_UUID_OLD)
  )
}

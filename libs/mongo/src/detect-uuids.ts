import { Binary, type Db } from 'mongodb'

const uuidSubtypes = [4, 0, 3] as const

export type UuidCensus = { collection: string; field: string; subtypes: number[] }

/** The collections and fields that hold UUIDs, `_id` first: see `documents.ts`. */
export const uuidFields: Readonly<Record<string, readonly string[]>> = {
  messages: ['_id', 'tenant_id', 'account_id', 'conversation_id', 'contact_id'],
  webhook_audit: ['_id', 'tenant_id', 'account_id'],
}

/**
 * Tells which BinData subtypes each UUID field holds. One indexed probe for each subtype where the field is
 * `_id`; the others are looked up beside it, bounded by `maxTimeMs`.
 */
export async function detectUuidSubtypes(db: Db, maxTimeMs = 10_000): Promise<UuidCensus[]> {
  const census: UuidCensus[] = []
  for (const [collection, fields] of Object.entries(uuidFields)) {
    for (const field of fields) {
      const found: number[] = []
      for (const subtype of uuidSubtypes) {
        const hit = await db
          .collection(collection)
          .findOne({ [field]: subtypeRange(subtype) }, { projection: { _id: 1 }, maxTimeMS: maxTimeMs })
        if (hit) found.push(subtype)
      }
      census.push({ collection, field, subtypes: found })
    }
  }
  return census
}

/** Values of BinData sort by length, then subtype, then bytes: all 16-byte values of one subtype are one range. */
export function subtypeRange(subtype: number): { $gte: Binary; $lte: Binary } {
  return {
    $gte: new Binary(Buffer.alloc(16, 0x00), subtype),
    $lte: new Binary(Buffer.alloc(16, 0xff), subtype),
  }
}

/** True where a field holds more than one form, so that equality on one form misses documents. */
export const isMixed = (census: readonly UuidCensus[]): boolean =>
  new Set(census.flatMap((entry) => entry.subtypes)).size > 1

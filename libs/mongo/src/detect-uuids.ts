import { Binary, type Db, type Document, type Filter, MongoServerError } from 'mongodb'

const uuidSubtypes = [4, 0, 3] as const

export type UuidCensus = {
  collection: string
  field: string
  subtypes: number[]
  /** Subtypes that could not be looked for within the time allowed; absent where none. */
  undecided?: number[]
}

/** The collections and fields that hold UUIDs and are looked up by them, `_id` first: see `documents.ts`. */
export const uuidFields: Readonly<Record<string, readonly string[]>> = {
  messages: ['_id', 'tenant_id', 'account_id', 'conversation_id', 'contact_id', 'origin.audit_id'],
  webhook_audit: ['_id', 'tenant_id', 'account_id', 'signed_for'],
  replay_results: ['run_id', 'audit_id', 'tenant_id'],
}

const listFields: ReadonlySet<string> = new Set(['signed_for'])
const maxTimeExpired = 50

/**
 * Tells which BinData subtypes each UUID field holds. One probe for each subtype, indexed where the field leads
 * an index; the others read the collection until they find one, for at most `maxTimeMs` each.
 */
export async function detectUuidSubtypes(db: Db, maxTimeMs = 10_000): Promise<UuidCensus[]> {
  const census: UuidCensus[] = []
  for (const [collection, fields] of Object.entries(uuidFields)) {
    for (const field of fields) {
      const entry: UuidCensus = { collection, field, subtypes: [] }
      for (const subtype of uuidSubtypes) {
        const found = await probe(db, collection, holdsSubtype(field, subtype), maxTimeMs)
        if (found === undefined) entry.undecided = [...(entry.undecided ?? []), subtype]
        else if (found) entry.subtypes.push(subtype)
      }
      census.push(entry)
    }
  }
  return census
}

async function probe(
  db: Db,
  collection: string,
  filter: Filter<Document>,
  maxTimeMS: number,
): Promise<boolean | undefined> {
  try {
    const hit = await db.collection(collection).findOne(filter, { projection: { _id: 1 }, maxTimeMS })
    return hit !== null
  } catch (error) {
    if (error instanceof MongoServerError && error.code === maxTimeExpired) return undefined
    throw error
  }
}

/**
 * Matches documents whose field holds a UUID of one subtype. Values of BinData sort by length, then subtype, then
 * bytes: all 16-byte values of one subtype are one range.
 */
export function holdsSubtype(field: string, subtype: number): Filter<Document> {
  const range = {
    $gte: new Binary(Buffer.alloc(16, 0x00), subtype),
    $lte: new Binary(Buffer.alloc(16, 0xff), subtype),
  }
  // On a list, each bound alone could be met by another element.
  return { [field]: listFields.has(field) ? { $elemMatch: range } : range }
}

/** True where a field holds more than one form, so that equality on one form misses documents. */
export const isMixed = (census: readonly UuidCensus[]): boolean =>
  new Set(census.flatMap((entry) => entry.subtypes)).size > 1

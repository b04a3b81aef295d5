import { Binary, type Db, type Document } from 'mongodb'
import { subtypeRange, uuidFields } from './detect-uuids.ts'
import { binaryToUuid, type LegacyByteOrder, type UuidSubtype, uuidToBinary } from './uuid.ts'

export type ConversionProgress = { collection: string; converted: number }

export type ConversionOptions = {
  to?: UuidSubtype
  legacy?: LegacyByteOrder
  batchSize?: number
  onProgress?: (progress: ConversionProgress) => void
}

/** Holds the unique key while both copies of a document exist; see `moveDocument`. */
const parkedField = '_uuid_conversion'

/**
 * Rewrites every UUID of `messages` and `webhook_audit` to one subtype, batch by batch. Can be stopped and
 * started again at any point, and nothing is ever absent: a document whose `_id` changes is copied first.
 *
 * @returns how many documents were rewritten, by collection.
 */
export async function convertUuids(db: Db, options: ConversionOptions = {}): Promise<Record<string, number>> {
  const { to = Binary.SUBTYPE_UUID, legacy = 'python', batchSize = 500, onProgress } = options
  const totals: Record<string, number> = {}
  for (const [collection, fields] of Object.entries(uuidFields)) {
    await finishMoves(db, collection)
    let converted = 0
    for (;;) {
      const documents = await nextBatch(db, collection, fields, to, batchSize)
      for (const document of documents)
        await convertDocument(db, collection, document, fields, { to, legacy })
      converted += documents.length
      onProgress?.({ collection, converted })
      if (documents.length < batchSize) break
    }
    totals[collection] = converted
  }
  return totals
}

async function nextBatch(
  db: Db,
  collection: string,
  fields: readonly string[],
  to: number,
  limit: number,
): Promise<Document[]> {
  const others = [4, 0, 3].filter((subtype) => subtype !== to)
  const anyOther = fields.flatMap((field) => others.map((subtype) => ({ [field]: subtypeRange(subtype) })))
  return await db.collection(collection).find({ $or: anyOther }).limit(limit).toArray()
}

type Target = { to: UuidSubtype; legacy: LegacyByteOrder }

async function convertDocument(
  db: Db,
  collection: string,
  document: Document,
  fields: readonly string[],
  { to, legacy }: Target,
): Promise<void> {
  const changed: Document = {}
  for (const field of fields) {
    const value: unknown = document[field]
    if (value instanceof Binary && value.sub_type !== to)
      changed[field] = uuidToBinary(binaryToUuid(value, legacy), to)
  }
  if (changed._id === undefined) {
    await db.collection(collection).updateOne({ _id: document._id }, { $set: changed })
    return
  }
  await moveDocument(db, collection, document, changed)
}

/**
 * `_id` cannot be changed in place and `external_id` is unique, so: write the copy without its unique key but
 * with a note of it, delete the original, give the copy its key. A crash between any two steps is finished by
 * `finishMoves`.
 */
async function moveDocument(
  db: Db,
  collection: string,
  document: Document,
  changed: Document,
): Promise<void> {
  const { external_id: externalId, ...rest } = document
  const copy = { ...rest, ...changed, [parkedField]: { from: document._id, external_id: externalId ?? null } }
  await db.collection(collection).replaceOne({ _id: changed._id }, copy, { upsert: true })
  await finishMove(db, collection, copy)
}

async function finishMoves(db: Db, collection: string): Promise<void> {
  for await (const copy of db.collection(collection).find({ [parkedField]: { $exists: true } })) {
    await finishMove(db, collection, copy)
  }
}

async function finishMove(db: Db, collection: string, copy: Document): Promise<void> {
  const parked = copy[parkedField] as { from: Binary; external_id: string | null }
  await db.collection(collection).deleteOne({ _id: parked.from as never })
  await db.collection(collection).updateOne(
    { _id: copy._id },
    {
      ...(parked.external_id === null ? {} : { $set: { external_id: parked.external_id } }),
      $unset: { [parkedField]: '' },
    },
  )
}

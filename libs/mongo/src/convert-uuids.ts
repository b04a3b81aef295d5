import { Binary, type Db, type Document } from 'mongodb'
import { convertedUuids } from './converted-uuids.ts'
import { holdsSubtype, uuidFields } from './detect-uuids.ts'
import { finishMoves, moveDocument } from './move-document.ts'
import type { LegacyByteOrder, UuidSubtype } from './uuid.ts'

export type ConversionProgress = { collection: string; converted: number }

export type ConversionOptions = {
  to?: UuidSubtype
  legacy?: LegacyByteOrder
  batchSize?: number
  onProgress?: (progress: ConversionProgress) => void
}

/**
 * Rewrites every UUID that documents are looked up by (`uuidFields`) to one subtype, batch by batch. Can be
 * stopped and started again at any point, and nothing is ever absent: a document whose `_id` changes is copied
 * first. Stop the services that write before it: what they change in a document while it moves would be lost.
 *
 * @returns how many documents were rewritten, by collection.
 * @throws {OmniError} UUID_COLLISION where two documents have the same id in different forms.
 */
export async function convertUuids(db: Db, options: ConversionOptions = {}): Promise<Record<string, number>> {
  const { to = Binary.SUBTYPE_UUID, legacy = 'python', batchSize = 500, onProgress } = options
  const totals: Record<string, number> = {}
  for (const [collection, fields] of Object.entries(uuidFields)) {
    let converted = await finishMoves(db, collection)
    for (;;) {
      const documents = await nextBatch(db, collection, fields, to, batchSize)
      for (const document of documents) {
        await convertDocument(db, collection, document, convertedUuids(document, fields, to, legacy))
      }
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
  const anyOther = fields.flatMap((field) => others.map((subtype) => holdsSubtype(field, subtype)))
  return await db.collection(collection).find({ $or: anyOther }).limit(limit).toArray()
}

async function convertDocument(
  db: Db,
  collection: string,
  document: Document,
  changed: ReadonlyMap<string, unknown>,
): Promise<void> {
  if (changed.has('_id')) return await moveDocument(db, collection, document, changed)
  await db.collection(collection).updateOne({ _id: document._id }, { $set: Object.fromEntries(changed) })
}

import { OmniError } from '@omnistream/common'
import type { Db } from 'mongodb'
import type { IndexSpec } from './indexes.ts'

/**
 * Looks for values that would keep a unique, sparse index from being built; reads the whole collection.
 * @throws {OmniError} INDEX_DUPLICATES, which tells how many values are affected and none of them.
 */
export async function refuseDuplicates(db: Db, { collection, name, key }: IndexSpec): Promise<void> {
  const fields = Object.keys(key)
  const [found] = await db
    .collection(collection)
    .aggregate<{ values: number; documents: number }>(
      [
        { $match: { $or: fields.map((field) => ({ [field]: { $exists: true } })) } },
        { $group: { _id: fields.map((field) => `$${field}`), documents: { $sum: 1 } } },
        { $match: { documents: { $gt: 1 } } },
        { $group: { _id: null, values: { $sum: 1 }, documents: { $sum: '$documents' } } },
      ],
      { allowDiskUse: true },
    )
    .toArray()
  if (!found) return
  throw new OmniError(
    'INDEX_DUPLICATES',
    `the unique index ${name} of ${collection} cannot be built: ${found.values} value(s) of ` +
      `${fields.join(', ')} are shared by ${found.documents} documents. Remove the copies, then start again`,
  )
}

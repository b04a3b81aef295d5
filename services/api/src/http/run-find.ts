import type { Collection, Document, Filter, WithId } from 'mongodb'
import type { FindSpec } from './keyset.ts'

/** Runs a query within its time, ms. Throws MongoServerError 50 when it takes longer. */
export function runFind<Doc extends Document>(
  collection: Collection<Doc>,
  spec: FindSpec,
  maxTimeMs: number,
): Promise<WithId<Doc>[]> {
  const cursor = collection.find(spec.filter as Filter<Doc>, {
    sort: spec.sort,
    limit: spec.limit,
    maxTimeMS: Math.max(1, Math.ceil(maxTimeMs)),
    batchSize: spec.limit,
    singleBatch: true,
    ...(spec.projection === undefined ? {} : { projection: spec.projection }),
  })
  return cursor.toArray()
}

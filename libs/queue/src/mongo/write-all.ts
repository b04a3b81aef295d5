import { bulkRefusals } from '@omnistream/mongo/bulk-refusals'
import type { AnyBulkWriteOperation, Collection } from 'mongodb'
import type { JobDocument } from './mongo-store.ts'

const duplicateKey = 11000

/**
 * Many writes in one trip, each for itself. Out: how many documents were there to be changed. An insert refused as a
 * duplicate is a job that somebody has, which is as it should be.
 */
export async function writeAll(
  collection: Collection<JobDocument>,
  writes: AnyBulkWriteOperation<JobDocument>[],
): Promise<number> {
  if (writes.length === 0) return 0
  try {
    const { matchedCount, deletedCount } = await collection.bulkWrite(writes, { ordered: false })
    return matchedCount + deletedCount
  } catch (error) {
    if (bulkRefusals(error).some(({ code }) => code !== duplicateKey)) throw error
    return 0
  }
}

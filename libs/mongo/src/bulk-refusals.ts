import { OmniError } from '@omnistream/common'
import { MongoBulkWriteError } from 'mongodb'

/** One document of a bulk write that the server refused, by its place in the batch. */
export type Refusal = { index: number; code: number; message: string }

/**
 * Reads what an unordered bulk write failed with: the documents that were refused, while all others were written.
 *
 * The driver wraps a lost connection in the same MongoBulkWriteError, without any write errors; to take that for
 * "nothing was refused" is to call stored what never left this process. Such an error is thrown on.
 *
 * @throws {OmniError} BULK_WRITE_UNKNOWN (retryable) where nobody knows what was written; any other error as it is.
 */
export function bulkRefusals(error: unknown): Refusal[] {
  if (!(error instanceof MongoBulkWriteError)) throw error
  const refusals = [error.writeErrors].flat().map(({ index, code, errmsg }) => ({
    index,
    code: Number(code),
    message: errmsg ?? '',
  }))
  if (refusals.length === 0 || error.result.getWriteConcernError() !== undefined) {
    throw new OmniError('BULK_WRITE_UNKNOWN', 'MongoDB did not say what became of the writes', {
      cause: error,
      retryable: true,
    })
  }
  return refusals
}

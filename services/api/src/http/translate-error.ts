import { errorCode, ProblemError } from '@omnistream/common'
import { MongoError, MongoNetworkError, MongoServerError, MongoServerSelectionError } from 'mongodb'

/** MaxTimeMSExpired in MongoDB's error codes. */
const maxTimeExpiredCode = 50

/** MongoDB says so while it starts, stops or elects; PostgreSQL (SQLSTATE classes 08 and 57P) likewise. */
const mongoUnavailable = new Set([91, 189, 10107, 11600, 11602, 13435, 13436])
const socketCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])

/** Turns what the stores throw into what the caller can act on; everything else stays as it is (and becomes a 500). */
export function translateError(error: unknown): unknown {
  if (error instanceof ProblemError) return error
  if (isTimeout(error)) {
    return new ProblemError(504, {
      type: 'urn:omnistream:problem:query-timeout',
      title: 'Query took too long',
      detail: 'the query was stopped at its time budget: ask for a shorter time range or fewer items',
      cause: error,
    })
  }
  if (isUnavailable(error)) {
    return new ProblemError(503, {
      type: 'urn:omnistream:problem:store-unavailable',
      detail: 'a database cannot be reached at the moment: try again',
      headers: { 'retry-after': '2' },
      cause: error,
    })
  }
  return error
}

/** True where a query was stopped at its `maxTimeMS` or statement timeout. */
export function isTimeout(error: unknown): boolean {
  if (error instanceof MongoServerError) return error.code === maxTimeExpiredCode
  return errorCode(error) === '57014'
}

function isUnavailable(error: unknown): boolean {
  if (error instanceof MongoNetworkError || error instanceof MongoServerSelectionError) return true
  if (error instanceof MongoServerError) return mongoUnavailable.has(Number(error.code))
  if (error instanceof MongoError) return false
  const code = errorCode(error)
  if (code !== undefined && (socketCodes.has(code) || /^(08|57P|53300)/.test(code))) return true
  // pg's pool speaks in words where a connection cannot be had.
  const words =
    /timeout exceeded when trying to connect|connection terminated|client has encountered a connection error/i
  return (
    error instanceof Error &&
    (words.test(error.message) || (error.cause !== undefined && isUnavailable(error.cause)))
  )
}

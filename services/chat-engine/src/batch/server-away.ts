import { OmniError } from '@omnistream/common'
import { DatabaseError } from '@omnistream/postgres'
import { MongoNetworkError, MongoServerError, MongoServerSelectionError } from 'mongodb'

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'TIMEOUT',
])
/** MongoDB: not allowed in, shutting down, stepping down, not primary. */
const mongoCodes = new Set([13, 18, 89, 91, 189, 10_107, 11_600, 11_602, 13_435, 13_436])
/**
 * PostgreSQL: only a row written twice in one statement (21), a data exception (22), a broken constraint (23) or what
 * is larger than a limit, an index entry say (54), can be the payload's fault. All else is ours or the server's: a table
 * that a migration has yet to make must not turn payloads into failed ones (lessons #5).
 */
const postgresFault = /^(21|22|23|54)/

/**
 * Whether an error says that a server is away or busy, so that the same call will work later. Anything else may be
 * the fault of the payload itself.
 */
export function isServerAway(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth++) {
    if (cause instanceof OmniError && cause.retryable) return true
    if (cause instanceof MongoNetworkError || cause instanceof MongoServerSelectionError) return true
    if (cause instanceof MongoServerError && mongoCodes.has(Number(cause.code))) return true
    const code: unknown = 'code' in cause ? cause.code : undefined
    if (typeof code === 'string' && networkCodes.has(code)) return true
    if (cause instanceof DatabaseError) return !postgresFault.test(cause.code ?? '')
    // node-postgres has no code for these.
    if (
      /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error/i.test(
        cause.message,
      )
    )
      return true
  }
  return false
}

import type { Document } from 'bson'
import { Int32 } from 'bson'
import { duplicateKeyMessage } from './duplicate-key-message.ts'
import type { ErrorCodes } from './error-codes.ts'
import { unpackSqlState } from './unpack-sql-state.ts'

/**
 * Gives the entries of `writeErrors` MongoDB's codes and sentences; everything else of the reply stays.
 * @param reply the decoded answer of insert, update or delete
 */
export function mapWriteErrors(reply: Document, codes: ErrorCodes, namespace: string): Document {
  const writeErrors: unknown = reply.writeErrors
  if (!Array.isArray(writeErrors)) return reply
  return { ...reply, writeErrors: writeErrors.map((entry: Document) => mapEntry(entry, codes, namespace)) }
}

function mapEntry(entry: Document, codes: ErrorCodes, namespace: string): Document {
  const code = mongoCode(Number(entry.code), codes)
  const message = String(entry.errmsg)
  const errmsg = code === 11000 ? duplicateKeyMessage(message, namespace) : message
  return { ...entry, code: new Int32(code), errmsg }
}

/** The MongoDB code behind a packed SQLSTATE; a number that is none already is MongoDB's. */
export function mongoCode(packed: number, codes: ErrorCodes): number {
  const sqlState = unpackSqlState(packed)
  if (sqlState === '23505' || sqlState === '23P01') return 11000
  return codes.bySqlState(sqlState)?.code ?? packed
}

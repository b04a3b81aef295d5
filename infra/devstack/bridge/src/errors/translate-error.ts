import { CommandError } from './command-error.ts'
import { ConnectionLostError } from './connection-lost-error.ts'
import { duplicateKeyMessage } from './duplicate-key-message.ts'
import type { ErrorCodes } from './error-codes.ts'

type Translation = { code: number; codeName: string; message?: string }

/** SQLSTATEs of PostgreSQL itself that have a MongoDB counterpart (PostgreSQL manual, appendix A). */
const bySqlState: Record<string, Translation> = {
  '23505': { code: 11000, codeName: 'DuplicateKey' },
  '23P01': { code: 11000, codeName: 'DuplicateKey' },
  '40001': { code: 112, codeName: 'WriteConflict' },
  '40P01': { code: 112, codeName: 'WriteConflict' },
  '53100': { code: 14031, codeName: 'OutOfDiskSpace' },
  '53300': { code: 91, codeName: 'ShutdownInProgress' },
  '55P03': { code: 46, codeName: 'LockBusy' },
  '22021': { code: 2, codeName: 'BadValue' },
  '22P02': { code: 9, codeName: 'FailedToParse' },
  '22P03': { code: 22, codeName: 'InvalidBSON' },
}

/**
 * What went wrong below, as the error a MongoDB driver understands.
 * @returns a CommandError to answer with, or a ConnectionLostError after which the client is disconnected
 */
export function translateError(
  error: unknown,
  codes: ErrorCodes,
  namespace: string,
): CommandError | ConnectionLostError {
  if (error instanceof CommandError || error instanceof ConnectionLostError) return error
  const sqlState = sqlStateOf(error)
  const message = error instanceof Error ? error.message : String(error)
  const options = { cause: error }
  if (isConnectionLost(sqlState)) return new ConnectionLostError(options)
  if (sqlState === '57014') {
    return message.includes('statement timeout')
      ? new CommandError(50, 'MaxTimeMSExpired', 'operation exceeded time limit', options)
      : new CommandError(11601, 'Interrupted', 'operation was interrupted', options)
  }
  const known = codes.bySqlState(sqlState) ?? bySqlState[sqlState] ?? { code: 1, codeName: 'InternalError' }
  const text = known.code === 11000 ? duplicateKeyMessage(message, namespace) : message
  return new CommandError(known.code, known.codeName, text, options)
}

/** Class 08 and the shutdown states of class 57. */
function isConnectionLost(sqlState: string): boolean {
  return sqlState.startsWith('08') || sqlState === '57P01' || sqlState === '57P02'
}

function sqlStateOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (typeof code !== 'string' || code.length !== 5) return ''
  return code
}

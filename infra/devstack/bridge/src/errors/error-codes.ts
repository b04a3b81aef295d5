import { readFileSync } from 'node:fs'

export type MongoErrorCode = { code: number; codeName: string }

/** Finds what MongoDB calls an error that DocumentDB names by SQLSTATE. */
export type ErrorCodes = {
  bySqlState: (sqlState: string) => MongoErrorCode | undefined
  nameOf: (code: number) => string | undefined
}

/**
 * The table of DocumentDB's SQLSTATEs and MongoDB's codes (from DocumentDB's own error definitions), a line
 * each: SQLSTATE, code, name.
 */
export function loadErrorCodes(file: URL = new URL('../data/error-codes.tsv', import.meta.url)): ErrorCodes {
  const bySqlState = new Map<string, MongoErrorCode>()
  const names = new Map<number, string>()
  for (const line of readFileSync(file, 'utf8').split('\n').slice(1)) {
    const [sqlState, code, codeName] = line.trim().split('\t')
    if (!sqlState || !code || !codeName) continue
    bySqlState.set(sqlState, { code: Number(code), codeName })
    if (!names.has(Number(code))) names.set(Number(code), codeName)
  }
  return { bySqlState: (state) => bySqlState.get(state), nameOf: (code) => names.get(code) }
}

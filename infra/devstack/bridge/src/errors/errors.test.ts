import { describe, expect, it } from 'vitest'
import { CommandError } from './command-error.ts'
import { ConnectionLostError } from './connection-lost-error.ts'
import { loadErrorCodes } from './error-codes.ts'
import { mapWriteErrors } from './map-nested-errors.ts'
import { translateError } from './translate-error.ts'
import { unpackSqlState } from './unpack-sql-state.ts'

const codes = loadErrorCodes()
const pgError = (code: string, message = 'what PostgreSQL says') =>
  Object.assign(new Error(message), { code })

describe('translateError', () => {
  it.each([
    ['M000R', 85, 'IndexOptionsConflict'],
    ['M001C', 11000, 'DuplicateKey'],
    ['M0001', 2, 'BadValue'],
    ['23505', 11000, 'DuplicateKey'],
    ['40P01', 112, 'WriteConflict'],
    ['XX000', 1, 'InternalError'],
  ])('gives SQLSTATE %s the code %i', (sqlState, code, codeName) => {
    expect(translateError(pgError(sqlState), codes, 'a.b')).toMatchObject({ code, codeName })
  })

  it('tells a time limit from an interruption', () => {
    const timeout = pgError('57014', 'canceling statement due to statement timeout')
    expect(translateError(timeout, codes, '')).toMatchObject({ code: 50, codeName: 'MaxTimeMSExpired' })
    expect(translateError(pgError('57014', 'canceling statement'), codes, '')).toMatchObject({ code: 11601 })
  })

  it('words a duplicate key as MongoDB does', () => {
    const failure = translateError(
      pgError('M001C', "Duplicate key violation on the requested collection: Index 'k'"),
      codes,
      'a.b',
    )
    expect(failure.message).toBe('E11000 duplicate key error collection: a.b index: k')
  })

  it('leaves its own errors alone and reports a lost server as such', () => {
    const own = new CommandError(43, 'CursorNotFound', 'gone')
    expect(translateError(own, codes, '')).toBe(own)
    expect(translateError(pgError('57P01'), codes, '')).toBeInstanceOf(ConnectionLostError)
  })
})

describe('nested errors', () => {
  it('unpacks an SQLSTATE out of its six-bit characters', () => {
    expect(unpackSqlState(319_029_277)).toBe('M001C')
    expect(unpackSqlState(587_202_589)).toBe('M000S')
  })

  it('gives write errors the codes of MongoDB and keeps the rest of the reply', () => {
    const reply = { n: 1, ok: 1, writeErrors: [{ index: 3, code: 319_029_277, errmsg: "…: Index '_id_'" }] }
    const mapped = mapWriteErrors(reply, codes, 'db.c')
    expect(mapped).toMatchObject({
      n: 1,
      ok: 1,
      writeErrors: [{ index: 3, errmsg: expect.stringMatching(/^E11000 .*_id_$/) }],
    })
    expect(Number(mapped.writeErrors[0].code)).toBe(11000)
  })
})

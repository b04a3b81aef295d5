import { ProblemError } from '@omnistream/common'
import { MongoNetworkError, MongoServerError } from 'mongodb'
import { expect, it } from 'vitest'
import { translateError } from './translate-error.ts'

const withCode = (code: string) => Object.assign(new Error('x'), { code })

it.each([
  ['MongoDB stopped it at maxTimeMS', new MongoServerError({ message: 'x', code: 50 }), 504],
  ['PostgreSQL stopped it at statement_timeout', withCode('57014'), 504],
  ['MongoDB is shutting down', new MongoServerError({ message: 'x', code: 91 }), 503],
  ['MongoDB is gone', new MongoNetworkError('x'), 503],
  ['PostgreSQL is not there', withCode('ECONNREFUSED'), 503],
  ['PostgreSQL starts up', withCode('57P03'), 503],
  ['PostgreSQL ended the connection', new Error('Connection terminated unexpectedly'), 503],
  ['a wrapped refusal', new Error('query failed', { cause: withCode('ECONNREFUSED') }), 503],
])('answers %s', (_, error, status) => {
  const translated = translateError(error)
  expect(translated).toBeInstanceOf(ProblemError)
  expect(translated).toMatchObject({ status })
})

it('leaves alone what it does not know, and what is a problem already', () => {
  const bug = new TypeError('x')
  expect(translateError(bug)).toBe(bug)
  const duplicate = new MongoServerError({ message: 'x', code: 11000 })
  expect(translateError(duplicate)).toBe(duplicate)
  const problem = new ProblemError(409)
  expect(translateError(problem)).toBe(problem)
})

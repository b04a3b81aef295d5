import { OmniError } from '@omnistream/common'
import { DatabaseError } from '@omnistream/postgres'
import { expect, test } from 'vitest'
import { isServerAway } from './server-away.ts'

const postgres = (code: string): Error => Object.assign(new DatabaseError('refused', 1, 'error'), { code })

test.each([
  ['21000', 'one row twice in a statement'],
  ['22021', 'a text with NUL'],
  ['23514', 'a broken constraint'],
  ['54000', 'an index entry too large'],
])('PostgreSQL %s (%s) is the fault of the payload, which is not tried for ever', (code) => {
  expect(isServerAway(postgres(code))).toBe(false)
})

test.each(['08006', '40P01', '42P01', '53300', '57P01'])('PostgreSQL %s is ours or the server’s', (code) => {
  expect(isServerAway(postgres(code))).toBe(true)
})

test('the word of the error around another counts, wherever in the chain', () => {
  expect(isServerAway(new OmniError('X', 'x', { cause: new OmniError('Y', 'y', { retryable: true }) }))).toBe(
    true,
  )
  expect(isServerAway(new OmniError('X', 'x', { cause: new Error('y') }))).toBe(false)
})

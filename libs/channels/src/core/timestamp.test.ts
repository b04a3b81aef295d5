import { expect, test } from 'vitest'
import { toMilliseconds } from './timestamp.ts'

test.each([
  ['1790000000', 1_790_000_000_000],
  [1_790_000_000, 1_790_000_000_000],
  ['1790000000123', 1_790_000_000_123],
  [1_790_000_000_123, 1_790_000_000_123],
  ['1790000000.25', 1_790_000_000_250],
  ['yesterday', undefined],
  ['', undefined],
  [' 1790000000 ', undefined],
  ['0x10', undefined],
  ['0', undefined],
  [-5, undefined],
  [1.79e15, undefined],
  [Number.NaN, undefined],
  [null, undefined],
  [{}, undefined],
])('%j becomes %j', (value, expected) => {
  expect(toMilliseconds(value)).toBe(expected)
})

test('has no time for a message from the far future, in either unit', () => {
  for (const value of ['99999999999999', 4_102_444_800, 4_102_444_800_000])
    expect(toMilliseconds(value)).toBeUndefined()
  expect(toMilliseconds(4_102_444_799)).toBe(4_102_444_799_000)
})

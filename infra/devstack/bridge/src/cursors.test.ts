import { expect, it } from 'vitest'
import { createCursorRegistry } from './cursors.ts'

const cursor = (session?: string) => ({ continuation: Buffer.from('c'), session })

it('gives a cursor to one getMore at a time', () => {
  const cursors = createCursorRegistry(1_000, () => 0)
  cursors.put(1n, cursor())
  expect(cursors.take(1n)).toBeDefined()
  expect(cursors.take(1n)).toBeUndefined()
})

it('forgets what was not used for the idle time, counted from the last use', () => {
  let now = 0
  const cursors = createCursorRegistry(1_000, () => now)
  cursors.put(1n, cursor())
  now = 600
  cursors.put(2n, cursor())
  now = 1_100
  expect(cursors.expire()).toEqual([1n])
  expect(cursors.size()).toBe(1)
})

it('forgets the cursors of a session and no others', () => {
  const cursors = createCursorRegistry(1_000, () => 0)
  cursors.put(1n, cursor('a'))
  cursors.put(2n, cursor('b'))
  cursors.put(3n, cursor('a'))
  expect(cursors.takeSession('a')).toEqual([1n, 3n])
  expect(cursors.size()).toBe(1)
})

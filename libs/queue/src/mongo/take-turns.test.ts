import { expect, it } from 'vitest'
import { takeTurns } from './take-turns.ts'

const candidates = (names: string): { _id: string; group: string }[] =>
  names.split(' ').map((_id) => ({ _id, group: _id.charAt(0) }))

it('takes the first of each group before the second of any', () => {
  const order = takeTurns(candidates('a1 a2 a3 b1 c1 b2'), { held: new Map(), perGroup: 9 })
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

it('takes no more of a group than it may hold, with what it holds', () => {
  const order = takeTurns(candidates('a1 a2 b1 b2 c1'), {
    held: new Map([
      ['a', 1],
      ['c', 2],
    ]),
    perGroup: 2,
  })
  expect(order).toEqual(['a1', 'b1', 'b2'])
})

import { expect, it } from 'vitest'
import { createSortableIds, idFloor, randomId } from './ids.ts'

it('ids sort in the order they were made, also thousands within one millisecond and when the clock goes back', () => {
  let now = 1_750_000_000_000
  const next = createSortableIds(() => now)
  const ids = Array.from({ length: 10_000 }, (_, n) => {
    if (n === 9_000) now -= 5_000
    if (n === 9_500) now += 60_000
    return next('msg').id
  })
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
})

it('the time in an id is the one that is given back, and the floor of a time is below its ids', () => {
  const at = Date.parse('2026-03-01T10:00:00Z')
  const one = createSortableIds(() => at)('ep')
  expect(one.at).toBe(at)
  expect(one.id).toMatch(/^ep_[0-9a-f]{32}$/)
  expect(one.id > idFloor('ep', new Date(at))).toBe(true)
  expect(one.id < idFloor('ep', new Date(at + 1))).toBe(true)
  expect(randomId('dlv')).toMatch(/^dlv_[0-9a-f]{32}$/)
})

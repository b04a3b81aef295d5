import { expect, it } from 'vitest'
import { summarise } from './latency.ts'

it('gives percentiles by nearest rank, whatever the order', () => {
  const samples = Array.from({ length: 100 }, (_, index) => 100 - index)
  expect(summarise(samples)).toEqual({ p50: 50, p99: 99, max: 100 })
  expect(summarise([7.4])).toEqual({ p50: 7, p99: 7, max: 7 })
})

it('says null where nothing was measured', () => {
  expect(summarise([])).toEqual({ p50: null, p99: null, max: null })
})

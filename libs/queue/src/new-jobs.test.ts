import { expect, it } from 'vitest'
import { distinctJobs } from './new-jobs.ts'

const at = (ms: number): Date => new Date(ms)

it('keeps each id once, with the earliest time and the most attempts', () => {
  const jobs = distinctJobs([
    { id: 'a', group: 'g', runAt: at(20) },
    { id: 'b', group: 'g', runAt: at(10) },
    { id: 'a', group: 'g', runAt: at(15), attempt: 2 },
    { id: 'b', group: 'g' },
  ])
  expect(jobs).toEqual([
    { id: 'a', group: 'g', runAt: at(15), attempt: 2 },
    { id: 'b', group: 'g', attempt: 0 },
  ])
})

it.each([
  [{ id: '', group: 'g' }, 'its id'],
  [{ id: 'a', group: 'x'.repeat(513) }, 'its group'],
  [{ id: 'a', group: 'g', runAt: at(Number.NaN) }, 'its time'],
  [{ id: 'a', group: 'g', attempt: -1 }, 'its attempt'],
  [{ id: 'a', group: 'g', attempt: 1.5 }, 'its attempt'],
])('refuses %o for %s', (job, fault) => {
  expect(() => distinctJobs([job])).toThrow(fault)
})

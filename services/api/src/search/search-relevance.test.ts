import { parseQuery, type SearchQuery } from '@omnistream/mongo/search/query'
import { uuidToBinary } from '@omnistream/mongo/uuid'
import { expect, it } from 'vitest'
import { candidatesMax } from './search-limits.ts'
import { rankCandidates } from './search-relevance.ts'

function query(q: string): SearchQuery {
  const parsed = parseQuery(q)
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.query
}

const row = (n: number, body: string) => ({
  _id: uuidToBinary(`00000000-0000-4000-8000-${String(n).padStart(12, '0')}`),
  created_at: new Date(n),
  content: { body },
})
const times = (page: readonly { place: { at: Date } }[]) => page.map(({ place }) => place.at.getTime())

it('puts the best first and the newest of equals first, page after page without a gap', () => {
  const rows = [
    row(5, 'refund'),
    row(4, 'no refund today'),
    row(3, 'refund'),
    row(2, 'refunded'),
    row(1, 'refund refund'),
  ]
  const all = rankCandidates(rows, query('refund'), undefined, 10)
  expect(times(all.page)[0]).toBe(1)
  expect(times(all.page).indexOf(5)).toBeLessThan(times(all.page).indexOf(3))
  const walked: number[] = []
  let after = undefined as ReturnType<typeof rankCandidates>['next']
  do {
    const part = rankCandidates(rows, query('refund'), after, 2)
    walked.push(...times(part.page))
    after = part.next
  } while (after !== undefined)
  expect(walked).toEqual(times(all.page))
})

it('leaves out what holds no quoted phrase, or a word that must not be there', () => {
  const rows = [row(3, 'blue shirt'), row(2, 'shirt blue'), row(1, 'blue shirt refund')]
  expect(times(rankCandidates(rows, query('"blue shirt" -refund'), undefined, 10).page)).toEqual([3])
})

it('says so when there were more candidates than it ranks', () => {
  const rows = Array.from({ length: candidatesMax + 1 }, (_, n) => row(n, 'refund'))
  expect(rankCandidates(rows, query('refund'), undefined, 1).complete).toBe(false)
  expect(rankCandidates(rows.slice(1), query('refund'), undefined, 1).complete).toBe(true)
})

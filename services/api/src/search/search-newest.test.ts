import type { MessageDocument } from '@omnistream/mongo/documents'
import { parseQuery, type SearchQuery } from '@omnistream/mongo/search/query'
import { uuidToBinary } from '@omnistream/mongo/uuid'
import { MongoServerError } from 'mongodb'
import { expect, it } from 'vitest'
import type { Place } from '../http/cursor.ts'
import { candidatePage, candidatesMax } from './search-limits.ts'
import { searchNewest } from './search-newest.ts'

const uuid = (n: number) => uuidToBinary(`00000000-0000-4000-8000-${String(n).padStart(12, '0')}`)

/** Message n says what `say` makes of it; the greater n, the newer. */
function store(count: number, say: (n: number) => string) {
  const rows = Array.from({ length: count }, (_, index): MessageDocument => {
    const n = count - index
    return {
      _id: uuid(n),
      tenant_id: uuid(0),
      account_id: uuid(0),
      channel: 'whatsapp',
      external_id: String(n),
      content: { body: say(n) },
      created_at: new Date(n),
      updated_at: new Date(n),
      rev: 'r',
    }
  })
  const asked: number[] = []
  return {
    asked,
    fetch: async (before: Place | undefined, limit: number) => {
      asked.push(limit)
      const older = rows.filter((row) => before === undefined || Number(row.created_at) < Number(before.at))
      return { rows: older.slice(0, limit), stopped: false }
    },
  }
}

function query(q: string): SearchQuery {
  const parsed = parseQuery(q)
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.query
}

const ids = (hits: readonly MessageDocument[]) => hits.map((hit) => Number(hit.external_id))

it('asks for one candidate more than a page where nothing has to be checked, and once', async () => {
  const { fetch, asked } = store(5, () => 'hello')
  const first = await searchNewest(fetch, query('hello'), undefined, 2)
  expect(ids(first.hits)).toEqual([5, 4])
  expect(asked).toEqual([3])
  const last = await searchNewest(fetch, query('hello'), { at: new Date(3), id: uuid(3) }, 2)
  expect(ids(last.hits)).toEqual([2, 1])
  expect(last.next).toBeUndefined()
})

it('walks on until a page of hits is full, and goes on right after the last one', async () => {
  const { fetch } = store(450, (n) => (n % 100 === 0 ? 'blue shirt' : 'shirt blue'))
  const first = await searchNewest(fetch, query('"blue shirt"'), undefined, 2)
  expect(ids(first.hits)).toEqual([400, 300])
  expect(first.next).toEqual({ at: new Date(300), id: uuid(300) })
  const rest = await searchNewest(fetch, query('"blue shirt"'), first.next, 9)
  expect(ids(rest.hits)).toEqual([200, 100])
  expect(rest).toMatchObject({ next: undefined, complete: true })
})

it('stops at its bound of candidates with a place to go on from', async () => {
  const { fetch, asked } = store(candidatesMax * 2, () => 'shirt blue')
  const result = await searchNewest(fetch, query('"blue shirt"'), undefined, 5)
  expect(result).toMatchObject({ hits: [], complete: false, next: { at: new Date(candidatesMax + 1) } })
  expect(asked).toHaveLength(candidatesMax / candidatePage)
})

it('keeps what it found when the time runs out later, and fails when it runs out at once', async () => {
  const { fetch } = store(450, (n) => (n > 400 ? 'blue shirt' : 'shirt blue'))
  const timeout = new MongoServerError({ message: 'operation exceeded time limit', code: 50 })
  let calls = 0
  const late = async (before: Place | undefined, limit: number) => {
    calls += 1
    if (calls > 1) throw timeout
    return fetch(before, limit)
  }
  const result = await searchNewest(late, query('"blue shirt"'), undefined, 60)
  expect(result.hits).toHaveLength(50)
  expect(result).toMatchObject({ complete: false, next: { at: new Date(251) } })
  await expect(searchNewest(late, query('"blue shirt"'), undefined, 60)).rejects.toBe(timeout)
})

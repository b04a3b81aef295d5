import type { MessageDocument } from '@omnistream/mongo/documents'
import { uuidToBinary } from '@omnistream/mongo/uuid'
import fc from 'fast-check'
import { MongoServerError } from 'mongodb'
import { expect, it } from 'vitest'
import { fetchNewest, type TimeWindow } from './fetch-newest.ts'

const dayMs = 24 * 60 * 60 * 1_000
const now = new Date('2026-08-01T00:00:00Z')
const id = uuidToBinary('00000000-0000-4000-8000-000000000000')

const messageAt = (daysAgo: number): MessageDocument => ({
  _id: id,
  tenant_id: id,
  account_id: id,
  channel: 'whatsapp',
  external_id: String(daysAgo),
  created_at: new Date(now.getTime() - daysAgo * dayMs),
  updated_at: now,
  rev: 'r',
})

function store(daysAgo: readonly number[]) {
  const rows = daysAgo.toSorted((a, b) => a - b).map(messageAt)
  const windows: TimeWindow[] = []
  const find = async (window: TimeWindow, limit: number) => {
    windows.push(window)
    const inside = rows.filter(
      ({ created_at: at }) =>
        at !== undefined &&
        (window.from === undefined || at >= window.from) &&
        (window.to === undefined || at < window.to),
    )
    return inside.slice(0, limit)
  }
  return { find, windows, newest: (count: number) => rows.slice(0, count) }
}

it('finds exactly the newest, however they are spread over time, clocks ahead of ours included', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: -3, max: 900 })),
      fc.integer({ min: 1, max: 12 }),
      async (days, limit) => {
        const { find, newest } = store(days)
        const { rows, stopped } = await fetchNewest(find, now, undefined, limit)
        expect(rows).toEqual(newest(limit))
        expect(stopped).toBe(false)
      },
    ),
  )
})

it('looks once where the last day has enough, and never before the floor', async () => {
  const common = store([0, 0, 0])
  await fetchNewest(common.find, now, undefined, 2)
  expect(common.windows).toHaveLength(1)
  const rare = store([])
  await fetchNewest(rare.find, now, new Date(now.getTime() - 10 * dayMs), 2)
  expect(rare.windows).toEqual([
    { from: new Date(now.getTime() - dayMs) },
    { to: new Date(now.getTime() - dayMs) },
  ])
})

it('keeps what it has when the time runs out, and fails when it has nothing', async () => {
  const timeout = new MongoServerError({ message: 'operation exceeded time limit', code: 50 })
  const late = (first: MessageDocument[]) => {
    let calls = 0
    return async () => {
      calls += 1
      if (calls > 1) throw timeout
      return first
    }
  }
  const kept = await fetchNewest(late([messageAt(0)]), now, undefined, 5)
  expect(kept).toEqual({ rows: [messageAt(0)], stopped: true })
  await expect(fetchNewest(late([]), now, undefined, 5)).rejects.toBe(timeout)
})

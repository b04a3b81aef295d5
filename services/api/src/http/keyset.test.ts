import { uuidToBinary } from '@omnistream/mongo/uuid'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeCursor, type Place } from './cursor.ts'
import { toPage, type Window, windowed } from './keyset.ts'

type Row = { _id: ReturnType<typeof uuidToBinary>; at: Date }

const row = (at: number, id: number): Row => ({
  _id: uuidToBinary(`00000000-0000-4000-8000-${String(id).padStart(12, '0')}`),
  at: new Date(at),
})

/** What the database does with a window's condition and order. */
function ask(rows: readonly Row[], window: Window): Row[] {
  const spec = windowed('at', window, { indexes: ['any'], filter: {} })
  const place = window.after ?? window.before
  const sign = window.after === undefined ? -1 : 1
  const order = (a: Row, b: Row): number =>
    a.at.getTime() - b.at.getTime() || Buffer.compare(a._id.buffer, b._id.buffer)
  return rows
    .filter((one) => place === undefined || order(one, { at: place.at, _id: place.id }) * sign > 0)
    .sort((a, b) => order(a, b) * sign)
    .slice(0, spec.limit)
}

function read(cursor: string): Place {
  const place = decodeCursor('messages', cursor, { places: 1 })?.places[0]
  if (place === undefined) throw new Error('unreadable cursor')
  return place
}

const page = (rows: readonly Row[], window: Window) =>
  toPage('messages', window, ask(rows, window), (one) => one.at)

it('shows every row once going down, and the same pages going up, with many rows of one instant', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: 3 }), { maxLength: 30 }),
      fc.integer({ min: 1, max: 7 }),
      (times, limit) => {
        const rows = times.map((at, id) => row(at, id))
        const newest = ask(rows, { limit: 100 })
        const down: Row[][] = []
        let current = page(rows, { limit })
        down.push(current.rows)
        while (current.next !== null) {
          current = page(rows, { before: read(current.next), limit })
          down.push(current.rows)
        }
        expect(down.flat()).toEqual(newest)
        const up: Row[] = [...current.rows]
        let above = current.prev
        while (above !== null) {
          const higher = page(rows, { after: read(above), limit })
          if (higher.rows.length === 0) break
          up.unshift(...higher.rows)
          above = higher.prev
        }
        expect(up).toEqual(newest)
      },
    ),
  )
})

it('keeps its way up where nothing is newer, so that what comes later is found from there', () => {
  const rows = [row(1, 1), row(2, 2)]
  const top = page(rows, { limit: 10 })
  expect(top.next).toBeNull()
  const polled = page(rows, { after: read(top.prev ?? ''), limit: 10 })
  expect(polled).toMatchObject({ rows: [], next: null, prev: top.prev })
  const later = row(2, 3)
  expect(page([...rows, later], { after: read(polled.prev ?? ''), limit: 10 }).rows).toEqual([later])
})

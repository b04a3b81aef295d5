import { expect, it } from 'vitest'
import { readCursor, writeCursor } from './cursor.ts'
import { rangeOf, readPage } from './page.ts'

const row = (n: number) => ({ id: `dlv_${n}`, createdAt: new Date(n) })

it('a cursor comes back as it was written, and nothing else is taken for one', () => {
  const place = { at: new Date(1_750_000_000_123), id: 'dlv_1' }
  expect(readCursor(writeCursor(place))).toEqual(place)
  const made = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  for (const bad of [
    '',
    'x',
    made({}),
    made([1]),
    made(['1', 'a']),
    made([1, 2]),
    made([9e15, 'a']),
    made([-8.64e15, 'a']),
    made([1, 'a\0']),
  ])
    expect(readCursor(bad)).toBeUndefined()
})

it('a page has a next one only where a further row was seen', async () => {
  const rows = [5, 4, 3, 2, 1].map(row)
  const read = async (_: unknown, count: number) => rows.slice(0, count)
  expect(await readPage({ limit: 5 }, read)).toMatchObject({ items: rows, next: null })
  const short = await readPage({ limit: 2 }, read)
  expect(short).toMatchObject({ ok: true, items: rows.slice(0, 2) })
  expect(short.ok && short.next && readCursor(short.next)).toEqual({ at: new Date(4), id: 'dlv_4' })
  expect(await readPage({ cursor: 'x' }, read)).toEqual({ ok: false, reason: 'bad_cursor' })
})

it('a range ends before `to`, or after the cursor where that is earlier', () => {
  const to = new Date(10)
  expect(rangeOf({}, undefined).values).toEqual(['-infinity', 'infinity', ''])
  expect(rangeOf({ from: new Date(1), to }, undefined).values).toEqual([new Date(1), to, ''])
  expect(rangeOf({ to }, { at: new Date(9), id: 'a' }).values).toEqual(['-infinity', new Date(9), 'a'])
  expect(rangeOf({ to }, { at: new Date(10), id: 'a' }).values).toEqual(['-infinity', to, ''])
})

import { expect, test } from 'vitest'
import { arrivedAt, parseMailDate } from './mail-date.ts'

const ten = Date.UTC(2026, 8, 22, 10)

test.each([
  ['Tue, 22 Sep 2026 10:00:00 +0000', ten],
  ['Tue, 22 Sep 2026 12:00:00 +0200 (CEST)', ten],
  ['22 Sep 2026 05:30 -0430', ten],
  ['Tue, 22 Sep 2026 06:00:00 EDT', ten],
  ['Tue, 22 Sep 2026 10:00:00.518 GMT', ten],
  ['22 September 2026 10:00', ten],
  ['Tue, 22 Sep 2026 10:00:00 XYZ', ten],
  ['Tue, 22 Sep 1999 10:00:00 +0000', undefined],
  ['Tue, 22 Sep 2199 10:00:00 +0000', undefined],
  ['2026-09-22T10:00:00Z', undefined],
  ['yesterday', undefined],
  ['', undefined],
])('%j', (text, expected) => {
  expect(parseMailDate(text)).toBe(expected)
})

test('the server that took the mail in is believed before the sender', () => {
  const received = 'from a by mx.example for <x@y.example>; Tue, 22 Sep 2026 10:00:00 +0000 (UTC)'
  const date = 'Fri, 01 Jan 2094 00:00:00 +0000'
  expect(
    arrivedAt([
      ['received', received],
      ['received', 'by b; Tue, 22 Sep 2026 09:00:00 +0000'],
      ['date', date],
    ]),
  ).toBe(ten)
  expect(
    arrivedAt([
      ['received', 'by mx.example id 7 Tue, 22 Sep 2026 10:00:00 +0000'],
      ['date', date],
    ]),
  ).toBe(ten)
  expect(
    arrivedAt([
      ['received', 'by mx.example'],
      ['date', 'Tue, 22 Sep 2026 10:00:00 +0000'],
    ]),
  ).toBe(ten)
  expect(arrivedAt([])).toBeUndefined()
})

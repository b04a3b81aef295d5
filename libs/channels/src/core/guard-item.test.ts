import { expect, test } from 'vitest'
import { guardItem } from './guard-item.ts'
import type { ParsedUpdate } from './update.ts'

const place = { path: '/items/1', account: '7', name: 'message' }
const ignored = (path: string): ParsedUpdate => ({ kind: 'ignored', path, account: '7', reason: 'empty' })

test('an item whose parser throws becomes one malformed update, and what was there stays', () => {
  const updates: ParsedUpdate[] = [ignored('/items/0')]
  guardItem(updates, place, () => {
    throw new TypeError('no such thing')
  })
  guardItem(updates, { ...place, path: '/items/2' }, () => [ignored('/items/2'), ignored('/items/2#contact')])
  expect(updates).toEqual([
    ignored('/items/0'),
    {
      kind: 'unsupported',
      path: '/items/1',
      account: '7',
      what: 'malformed',
      name: 'message',
      error: 'no such thing',
    },
    ignored('/items/2'),
    ignored('/items/2#contact'),
  ])
})

test('a name or reason of any length is cut to a word', () => {
  const updates: ParsedUpdate[] = []
  guardItem(updates, { ...place, name: 'n'.repeat(5000) }, () => {
    throw new RangeError('r'.repeat(5000))
  })
  expect(updates).toMatchObject([{ name: 'n'.repeat(100), error: 'r'.repeat(200) }])
})

test('a thing thrown that is no error is an error all the same', () => {
  const updates: ParsedUpdate[] = []
  guardItem(updates, place, () => {
    throw 'words of the body'
  })
  expect(updates).toMatchObject([{ what: 'malformed', error: 'unknown error' }])
})

import { expect, it } from 'vitest'
import { mediaIds } from './media-id.ts'

const message = { accountId: '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b', externalId: 'test:1:m1' }

it('a medium has one id however often it is told, whatever else is said of it', () => {
  const [first] = mediaIds(message, [{ id: '42', url: 'https://cdn.example/a?expires=1' }])
  expect(mediaIds(message, [{ id: '42', url: 'https://cdn.example/a?expires=2' }])).toEqual([first])
  expect(mediaIds(message, [{ id: '41' }, { id: '42' }])[1]).toBe(first)
})

it('media of two messages, two accounts, or twice in one message are two', () => {
  const other = { ...message, externalId: 'test:1:m2' }
  const account = { ...message, accountId: '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5c' }
  const ids = [
    ...mediaIds(message, [{ id: '42' }, { id: '42' }, { url: '42' }]),
    ...mediaIds(other, [{ id: '42' }]),
    ...mediaIds(account, [{ id: '42' }]),
  ]
  expect(new Set(ids).size).toBe(5)
})

it('what has neither id nor URL has no id', () => {
  expect(mediaIds(message, [{}, { id: '', url: '' }, { id: 42 }])).toEqual([undefined, undefined, undefined])
})

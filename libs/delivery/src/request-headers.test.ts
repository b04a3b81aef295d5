import { expect, it } from 'vitest'
import { toRequestHeaders } from './request-headers.ts'

it('drops what belongs to the connection, in any case, and keeps the rest', () => {
  const headers = {
    Host: 'other',
    'Content-Length': '1',
    'transfer-encoding': 'chunked',
    Connection: 'close',
  }
  const sent = toRequestHeaders({ ...headers, EXPECT: 'x', 'X-One': 'a', 'x-two': ['b', 'c'] }, 'Test')
  expect(sent).toEqual({
    'user-agent': 'Test',
    'accept-encoding': 'identity',
    'x-one': 'a',
    'x-two': ['b', 'c'],
  })
})

it('lets the caller choose its User-Agent', () => {
  expect(toRequestHeaders({ 'User-Agent': 'Mine' }, 'Test')['user-agent']).toBe('Mine')
})

import { expect, it } from 'vitest'
import { media } from './media-request.ts'

const access = { account: '700800900100200', accessToken: 'EAAtoken' }
const token = { authorization: 'Bearer EAAtoken' }
const url = 'https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1'

it('an id is asked for the URL, which is fetched with the token', () => {
  const step = media({ kind: 'image', id: '81/2', url }, access)
  expect(step).toMatchObject({ kind: 'lookup', url: 'https://graph.facebook.com/81%2F2', headers: token })
  if (step.kind !== 'lookup') throw new Error('no lookup')
  expect(step.next({ url, mime_type: 'image/jpeg' })).toEqual({ kind: 'fetch', url, headers: token })
  expect(step.next({ error: {} }).kind).toBe('unavailable')
  expect(step.next('nonsense').kind).toBe('unavailable')
})

it('a URL alone is fetched, with the token only at Meta', () => {
  expect(media({ kind: 'image', url }, access)).toEqual({ kind: 'fetch', url, headers: token })
  const other = media({ kind: 'image', url: 'https://evil.example/a' }, access)
  expect(other).toEqual({ kind: 'fetch', url: 'https://evil.example/a', headers: {} })
})

it('another endpoint takes the place of Graph, and its URLs the token', () => {
  const step = media({ kind: 'image', id: '1' }, { ...access, endpoint: 'http://127.0.0.1:9/graph/' })
  if (step.kind !== 'lookup') throw new Error('no lookup')
  expect(step.url).toBe('http://127.0.0.1:9/graph/1')
  expect(step.next({ url: 'http://127.0.0.1:9/file' })).toMatchObject({ headers: token })
})

it('nothing is asked without a token, or without anything to ask for', () => {
  expect(media({ kind: 'image', id: '1' }, { account: '1' })).toEqual({ kind: 'no_token' })
  expect(media({ kind: 'image' }, access).kind).toBe('unavailable')
})

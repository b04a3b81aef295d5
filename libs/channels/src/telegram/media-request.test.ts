import { expect, it } from 'vitest'
import { media } from './media-request.ts'

const access = { account: '5000000009', accessToken: '5000000009:AAexample_token-1' }

it('a file is asked for its path, and fetched from there', () => {
  const step = media({ kind: 'document', id: 'BQ&1' }, access)
  expect(step).toMatchObject({
    ...{ kind: 'lookup', headers: {} },
    url: 'https://api.telegram.org/bot5000000009:AAexample_token-1/getFile?file_id=BQ%261',
  })
  if (step.kind !== 'lookup') throw new Error('no lookup')
  expect(step.next({ ok: true, result: { file_path: 'documents/file 1.pdf' } })).toEqual({
    ...{ kind: 'fetch', headers: {} },
    url: 'https://api.telegram.org/file/bot5000000009:AAexample_token-1/documents/file%201.pdf',
  })
  expect(step.next({ ok: false, description: 'Bad Request' }).kind).toBe('unavailable')
  expect(step.next({ ok: true, result: { file_path: '/var/lib/file' } }).kind).toBe('unavailable')
})

it('a server of one’s own is asked instead of Telegram', () => {
  const step = media({ kind: 'image', id: '1' }, { ...access, endpoint: 'http://bots.internal:8081/' })
  expect(step).toMatchObject({
    url: 'http://bots.internal:8081/bot5000000009:AAexample_token-1/getFile?file_id=1',
  })
})

it('nothing is asked without the bot’s token, or with what is none', () => {
  expect(media({ kind: 'image', id: '1' }, { account: '1' })).toEqual({ kind: 'no_token' })
  expect(media({ kind: 'image', id: '1' }, { ...access, accessToken: '../1:2' }).kind).toBe('unavailable')
  expect(media({ kind: 'image' }, access).kind).toBe('unavailable')
})

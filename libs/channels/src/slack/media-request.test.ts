import { expect, it } from 'vitest'
import { media } from './media-request.ts'

const access = { account: 'T1', accessToken: 'xoxb-example' }
const headers = { authorization: 'Bearer xoxb-example' }
const url = 'https://files.slack.com/files-pri/T1-F1/a.png'

it('a private URL is fetched with the bot’s token', () => {
  expect(media({ kind: 'image', id: 'F1', url }, access)).toEqual({ kind: 'fetch', url, headers })
  expect(media({ kind: 'image', id: 'F1', url }, { account: 'T1' })).toEqual({ kind: 'no_token' })
})

it('a file known by its id alone is asked for', () => {
  const step = media({ kind: 'document', id: 'F1' }, access)
  expect(step).toMatchObject({ kind: 'lookup', url: 'https://slack.com/api/files.info?file=F1', headers })
  if (step.kind !== 'lookup') throw new Error('no lookup')
  expect(step.next({ ok: true, file: { url_private: url } })).toEqual({ kind: 'fetch', url, headers })
  expect(step.next({ ok: false, error: 'file_not_found' }).kind).toBe('unavailable')
})

it('a file that another service keeps is none of Slack’s, and sees no token', () => {
  expect(media({ kind: 'document', id: 'F1', url: 'https://docs.example/d' }, access).kind).toBe(
    'unavailable',
  )
})

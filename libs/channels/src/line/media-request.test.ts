import { expect, it } from 'vitest'
import { media } from './media-request.ts'

const access = { account: 'U1', accessToken: 'channel-token' }

it('what a person sent is fetched by the message’s id, with the token', () => {
  expect(media({ kind: 'image', id: '100001' }, access)).toEqual({
    kind: 'fetch',
    url: 'https://api-data.line.me/v2/bot/message/100001/content',
    headers: { authorization: 'Bearer channel-token' },
  })
  expect(media({ kind: 'image', id: '100001' }, { account: 'U1' })).toEqual({ kind: 'no_token' })
})

it('a medium elsewhere is fetched without it, and a sticker not at all', () => {
  const url = 'https://media.example/1.jpg'
  expect(media({ kind: 'image', url }, access)).toEqual({ kind: 'fetch', url, headers: {} })
  expect(media({ kind: 'sticker', id: '52002734' }, access).kind).toBe('unavailable')
})

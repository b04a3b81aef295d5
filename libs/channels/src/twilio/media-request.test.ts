import { expect, it } from 'vitest'
import { media } from './media-request.ts'

const account = 'AC00000000000000000000000000000001'
const url = `https://api.twilio.com/2010-04-01/Accounts/${account}/Messages/MM1/Media/ME1`
const ref = { kind: 'image', url } as const
const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` })

it('a medium is fetched as the account, by its auth token or an API key', () => {
  const fetched = { kind: 'fetch', url }
  expect(media(ref, { account, accessToken: 't0' })).toEqual({ ...fetched, headers: basic(`${account}:t0`) })
  expect(media(ref, { account, appSecret: 's0' })).toEqual({ ...fetched, headers: basic(`${account}:s0`) })
  expect(media(ref, { account, appSecret: 's0', accessToken: 'SK1:k' })).toEqual({
    ...{ ...fetched, headers: basic('SK1:k') },
  })
  expect(media(ref, { account })).toEqual({ ...fetched, headers: {} })
})

it('only Twilio is shown the credentials', () => {
  const elsewhere = { kind: 'image', url: 'https://media.example/1' } as const
  expect(media(elsewhere, { account, accessToken: 't0' })).toMatchObject({ headers: {} })
  expect(media({ kind: 'image' }, { account, accessToken: 't0' }).kind).toBe('unavailable')
})

import { channels } from '@omnistream/channels'
import { expect, it } from 'vitest'
import { buildWebhooks, prefixLength } from './build-webhooks.ts'

const account = { phoneNumberId: '700', wabaId: '900', businessPhone: '15550100001' }
const build = (seed: number, count = 60) => [
  ...buildWebhooks({ seed, count, account, appSecret: 'shh', now: () => 1_790_000_000_000 }),
]
const prefixesOf = (seed: number) =>
  new Set(build(seed).map(({ searchText }) => searchText.slice(0, prefixLength)))

it('signs every body with the app secret', () => {
  for (const { body, signature } of build(1)) {
    const request = {
      ...{
        method: 'POST',
        receivedAt: 0,
        url: 'http://edge.example/webhooks/whatsapp',
        body: Buffer.from(body),
      },
      headers: { 'x-hub-signature-256': signature },
    }
    expect(channels.whatsapp.verify(request, ['shh'])).toMatchObject({ status: 'VALID' })
  }
})

it('gives the same webhooks for the same seed, and other messages for another', () => {
  expect(build(7)).toEqual(build(7))
  const ids = new Set(build(7).flatMap(({ messageIds }) => messageIds))
  expect(
    build(8)
      .flatMap(({ messageIds }) => messageIds)
      .filter((id) => ids.has(id)),
  ).toEqual([])
})

it('needs one search for 26 webhooks, and shares no beginning of a word with another run', () => {
  const first = prefixesOf(7)
  expect(first.size).toBe(3)
  expect([...prefixesOf(8)].filter((prefix) => first.has(prefix))).toEqual([])
})

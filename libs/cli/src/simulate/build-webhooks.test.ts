import { channels } from '@omnistream/channels'
import { describe, expect, it } from 'vitest'
import { buildWebhooks, prefixLength } from './build-webhooks.ts'
import { sampleAccount } from './sample-account.ts'

describe.each(Object.values(channels))('webhooks of $id', (channel) => {
  const build = (seed: number, count = 60) => [
    ...buildWebhooks({
      ...{ channel, seed, count, account: sampleAccount(channel.id) },
      ...{ url: `http://edge.example/webhooks/${channel.id}`, now: () => 1_790_000_000_000 },
    }),
  ]
  const prefixesOf = (seed: number) =>
    new Set(build(seed).map(({ searchText }) => searchText.slice(0, prefixLength)))

  it('are refused unsigned and taken when the channel has signed them', () => {
    for (const { request } of build(1, 10)) {
      expect(channel.verify(request, ['shh']).status).toBe('NO_SIGNATURE')
      expect(channel.verify(channel.sign(request, 'shh'), ['shh']).status).toBe('VALID')
      expect(channel.verify(channel.sign(request, 'hush'), ['shh']).status).toBe('INVALID')
    }
  })

  it('name the account, in the payload or in every message id', () => {
    const account = sampleAccount(channel.id).externalId
    for (const { request, messageIds } of build(1, 10)) {
      const read = channel.read(request.body, { headers: request.headers, account })
      const keys = read.ok ? channel.accountKeys(read.value) : []
      expect(keys).toEqual(channel.accountInPath ? [] : [account])
      for (const id of messageIds) expect(id.startsWith(`${channel.id}:${account}:`)).toBe(true)
    }
  })

  it('are the same for the same seed, and other messages for another', () => {
    expect(build(7)).toEqual(build(7))
    const ids = new Set(build(7).flatMap(({ messageIds }) => messageIds))
    expect(
      build(8)
        .flatMap(({ messageIds }) => messageIds)
        .filter((id) => ids.has(id)),
    ).toEqual([])
  })

  it('need one search for 26, and share no beginning of a word with another run', () => {
    const first = prefixesOf(7)
    expect(first.size).toBe(3)
    expect([...prefixesOf(8)].filter((prefix) => first.has(prefix))).toEqual([])
  })
})

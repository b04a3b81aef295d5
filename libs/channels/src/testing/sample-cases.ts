import { expect, test } from 'vitest'
import type { Sample } from '../core/channel.ts'
import type { ParsedUpdate } from '../core/update.ts'
import type { ChannelCases } from './channel-cases.ts'
import { seededRandom } from './seeded-random.ts'

const account = { externalId: '700800900', businessId: '900100200', displayId: '15550100001' }
const now = 1_790_000_000_000

/** What the simulator sends must be what the channel understands in full. */
export function sampleCases({ channel, account: inPath }: ChannelCases): void {
  const of = (seed: number, seq: number) => channel.sample({ random: seededRandom(seed), account, seq, now })
  const parse = (sample: Sample): ParsedUpdate[] => {
    const headers = { 'content-type': sample.contentType }
    const callback = inPath === undefined ? { headers } : { headers, account: account.externalId }
    const read = channel.read(sample.body, callback)
    return channel.parse(read.ok ? read.value : undefined, callback)
  }

  test('every sample becomes exactly the messages it announces, findable by its word', () => {
    const ids = new Set<string>()
    const words = new Set<string>()
    const types = new Set<string>()
    let announced = 0
    for (let seq = 0; seq < 120; seq += 1) {
      const sample = of(7 + seq, seq)
      const updates = parse(sample)
      const messages = updates.filter((update) => update.kind === 'message')
      expect(messages.map((update) => update.externalId)).toEqual(sample.messageIds)
      const found = messages.filter(({ content }) =>
        [content.body, content.caption, content.text].some((text) => text?.includes(sample.searchText)),
      )
      expect(found.map((update) => update.externalId)).toEqual([sample.messageIds[0]])
      expect(updates.filter(({ kind }) => kind === 'unsupported')).toEqual([])
      for (const update of updates) expect(update.account).toBe(account.externalId)
      for (const update of messages) {
        ids.add(update.externalId)
        types.add(update.type)
      }
      announced += messages.length
      words.add(sample.searchText)
    }
    expect(words.size).toBe(120)
    expect(ids.size).toBe(announced)
    expect(types.size).toBeGreaterThanOrEqual(2)
  })
  test('the same randomness makes the same sample', () => {
    expect(of(3, 5)).toEqual(of(3, 5))
  })
}

import { expect, test } from 'vitest'
import { whatsapp } from '../whatsapp/index.ts'
import { whatsappSample } from './samples.ts'

const encoder = new TextEncoder()
const options = { phoneNumberId: '700', wabaId: '900', businessPhone: '15550100001', now: 1_790_000_000_000 }

/** A small linear congruential generator: the same run each time. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

test('every sample becomes exactly the messages it announces, findable by its word', () => {
  const random = seeded(7)
  const ids = new Set<string>()
  const words = new Set<string>()
  const types = new Set<string>()
  for (let seq = 0; seq < 300; seq += 1) {
    const sample = whatsappSample(random, { ...options, seq })
    const read = whatsapp.read(encoder.encode(JSON.stringify(sample.payload)))
    const updates = whatsapp.parse(read.ok ? read.value : undefined)
    const messages = updates.filter((update) => update.kind === 'message')
    expect(messages.map((update) => update.externalId)).toEqual(sample.messageIds)
    const found = messages.filter(({ content }) =>
      [content.body, content.caption, content.text].some((text) => text?.includes(sample.searchText)),
    )
    expect(found).toHaveLength(1)
    expect(updates.filter((update) => update.kind === 'unsupported' || update.kind === 'contact')).toEqual([])
    for (const update of messages) {
      ids.add(update.externalId)
      types.add(update.type)
      expect(update.sender.name).toBeDefined()
    }
    words.add(sample.searchText)
  }
  expect(words.size).toBe(300)
  expect(ids.size).toBe(500)
  expect([...types].sort()).toEqual(
    'button contacts document image interactive location order text voice'.split(' '),
  )
})

test('the same randomness makes the same sample', () => {
  const seq = 5
  expect(whatsappSample(seeded(3), { ...options, seq })).toEqual(
    whatsappSample(seeded(3), { ...options, seq }),
  )
})

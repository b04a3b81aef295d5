import { readdirSync } from 'node:fs'
import { type Channel, channels, type ParsedUpdate } from '@omnistream/channels'
import { exampleNames, readExample } from '@omnistream/channels/testing/read-example'
import { uuidToBinary } from '@omnistream/mongo'
import { describe, expect, test } from 'vitest'
import { messageIdOf } from '../derive-ids.ts'
import { mergeUpdate, targetOf } from './merge-update.ts'
import type { MergeableUpdate, MergeInput, MessageState } from './types.ts'

const id = (n: number): ReturnType<typeof uuidToBinary> =>
  uuidToBinary(`00000000-0000-4000-8000-${String(n).padStart(12, '0')}`)

const mergeable = new Set(['message', 'status', 'reaction', 'edit', 'delete'])

/** Every update of every example of a channel that touches a message, each example as one stored payload. */
function inputsOf(channel: Channel): MergeInput[] {
  const folder = new URL(`../../../../libs/channels/src/${channel.id}/examples/`, import.meta.url)
  return exampleNames(folder).flatMap((name, payload) => {
    const { body, headers } = readExample(folder, name)
    const callback = { headers, account: 'the-account' }
    const read = channel.read(body, callback)
    const updates = read.ok ? channel.parse(read.value, callback) : []
    return updates.filter(isMergeable).map((update) => inputOf(update, payload, channel.id))
  })
}

const isMergeable = (update: ParsedUpdate): update is MergeableUpdate => mergeable.has(update.kind)

const inputOf = (update: MergeableUpdate, payload: number, channel: string): MergeInput => ({
  update,
  placement: {
    ...{ messageId: uuidToBinary(messageIdOf(targetOf(update))), tenantId: id(1), accountId: id(2), channel },
    actor: 'actor' in update ? (update.actor.identities[0]?.value ?? 'unknown') : 'business',
  },
  provenance: {
    auditId: id(1_000 + payload),
    receivedAt: new Date(1_790_000_000_000 + payload),
    parserVersion: 1,
    replay: false,
  },
})

/** All messages that these updates make, in the order given. */
function fold(inputs: readonly MergeInput[]): Map<string, MessageState> {
  const states = new Map<string, MessageState>()
  for (const input of inputs) {
    const target = targetOf(input.update)
    states.set(target, mergeUpdate(states.get(target), input))
  }
  return new Map([...states].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** A fixed disorder for each n: by a hash of the place. */
const shuffled = <T>(items: readonly T[], n: number): T[] =>
  items
    .map((item, place) => ({ item, key: Math.imul(place + 1, 2_654_435_761 + n * 40_503) >>> 0 }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item)

describe.each(Object.values(channels).map((channel) => [channel.id, channel] as const))(
  '%s',
  (_id, channel) => {
    const inputs = inputsOf(channel)
    const expected = fold(inputs)

    test('any order of its updates, each seen several times, makes the same messages', () => {
      expect(inputs.length).toBeGreaterThan(10)
      for (let n = 0; n < 8; n += 1) {
        expect(fold(shuffled([...inputs, ...inputs, ...shuffled(inputs, n)], n + 1))).toStrictEqual(expected)
      }
    })
    test('what comes before its message waits in a placeholder, and the message loses nothing', () => {
      const others = inputs.filter(({ update }) => update.kind !== 'message')
      const messages = inputs.filter(({ update }) => update.kind === 'message')
      for (const [target, state] of fold(others)) expect([target, state.placeholder]).toEqual([target, true])
      expect(fold([...others, ...messages])).toStrictEqual(expected)
    })
  },
)

test('every channel that has a folder of examples takes part', () => {
  const root = new URL('../../../../libs/channels/src/', import.meta.url)
  const folders = readdirSync(root, { withFileTypes: true })
    .filter(
      (entry) => entry.isDirectory() && readdirSync(new URL(`${entry.name}/`, root)).includes('examples'),
    )
    .map(({ name }) => name)
  expect(folders.sort()).toEqual(Object.keys(channels).sort())
})

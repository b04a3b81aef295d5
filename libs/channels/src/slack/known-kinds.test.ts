import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { asObject } from '../core/access.ts'
import type { ParsedUpdate } from '../core/update.ts'
import { exampleNames, readExample } from '../testing/read-example.ts'
import { events } from './events.ts'
import { slack } from './index.ts'
import { interactions } from './interactions.ts'
import { systemSubtypes } from './system-subtypes.ts'

const folder = new URL('./examples/', import.meta.url)
const names = exampleNames(folder)
const payloads = names.map((name) => {
  const { body, headers } = readExample(folder, name)
  const payload = slack.read(body, { headers })
  return asObject(payload.ok ? payload.value : undefined) ?? {}
})
const shownEvents = payloads.map(({ event }) => asObject(event))
const expected = (name: string): ParsedUpdate[] =>
  JSON.parse(readFileSync(new URL(`expected/${name.replace(/\.http$/, '.json')}`, folder), 'utf8'))
const only = (name: string) => expected(name)[0]

const unknownOnPurpose = new Set([
  'change-without-message.json',
  'delete-of-nothing.json',
  'envelope-of-the-future.json',
  'event-missing.json',
  'event-telepathy.json',
  'form-of-nothing.http',
  'interaction-of-the-future.http',
  'interaction-without-user.http',
  'subtype-of-the-future.json',
])

test('every event, interaction and subtype of what happens has an example', () => {
  const types = new Set([...payloads.map(({ type }) => type), ...shownEvents.map((event) => event?.type)])
  const subtypes = new Set(shownEvents.map((event) => event?.subtype))
  expect([...events.keys(), ...interactions.keys()].filter((type) => !types.has(type))).toEqual([])
  expect([...systemSubtypes.keys()].filter((subtype) => !subtypes.has(subtype))).toEqual([])
})

test('nothing that is known comes out as unsupported', () => {
  for (const name of names) {
    if (unknownOnPurpose.has(name)) continue
    for (const update of expected(name)) {
      expect([name, update.kind]).not.toEqual([name, 'unsupported'])
      if (update.kind === 'message') expect([name, update.type]).not.toEqual([name, 'unsupported'])
    }
  }
})

test('a mention and the message it is told as besides are one and the same', () => {
  expect(expected('app-mention.json')).toEqual(expected('mention-as-message.json'))
})

test('what the bot writes to a person and what they write to it share a name of the person', () => {
  const peers = ['own-bot-im.json', 'text-im.json'].map((name) => {
    const update = only(name)
    return update?.kind === 'message' && update.thread.kind === 'direct' ? update.thread.peer.identities : []
  })
  const [ours = [], theirs = []] = peers
  expect(ours).toEqual([{ kind: 'user_id', value: 'D0ANA' }])
  expect(theirs).toEqual([{ kind: 'user_id', value: 'U0ANA' }, ...ours])
})

test('no token is kept, and the deprecated one neither', () => {
  for (const name of names) {
    const derived = JSON.stringify(expected(name))
    expect([name, derived.includes('deprecated-token') || derived.includes('must-not-be-kept')]).toEqual([
      name,
      false,
    ])
  }
})

test('a reaction and its removal are one slot', () => {
  const [added, removed] = ['reaction-added.json', 'reaction-removed.json'].map(only)
  expect(added).toMatchObject({ kind: 'reaction', slot: 'thumbsup', emoji: '👍' })
  expect(removed).toMatchObject({ kind: 'reaction', slot: 'thumbsup', emoji: null })
})

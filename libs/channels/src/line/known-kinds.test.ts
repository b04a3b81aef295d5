import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ParsedUpdate } from '../core/update.ts'
import { exampleNames } from '../testing/read-example.ts'
import { messageKinds } from './content.ts'
import { eventParsers } from './event-parsers.ts'
import { line } from './index.ts'

type Event = { type?: string; message?: { type?: string }; deliveryContext?: { isRedelivery: boolean } }
type Payload = { events: Event[] }

const folder = new URL('./examples/', import.meta.url)
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf8'))
const names = exampleNames(folder)
const unknownOnPurpose = new Set([
  'event-of-the-future.json',
  'kind-of-the-future.json',
  'malformed-items.json',
])

test('every event and every type of message has an example', () => {
  const events = names.flatMap((name) => (read(name) as Payload).events)
  const shown = new Set(events.flatMap((event) => [event?.type, event?.message?.type]))
  expect([...eventParsers.keys(), ...messageKinds.keys()].filter((word) => !shown.has(word))).toEqual([])
})

test('nothing that is known comes out as unsupported', () => {
  for (const name of names.filter((one) => !unknownOnPurpose.has(one))) {
    for (const update of read(`expected/${name}`) as ParsedUpdate[]) {
      expect([name, update.kind]).not.toEqual([name, 'unsupported'])
      if (update.kind === 'message') expect([name, update.type]).not.toEqual([name, 'unsupported'])
    }
  }
})

test('a redelivery says the same as the first delivery', () => {
  for (const name of names.filter((one) => one !== 'malformed-items.json')) {
    const payload = read(name) as Payload
    const events = payload.events.map((event) => ({ ...event, deliveryContext: { isRedelivery: true } }))
    expect(line.parse({ ...payload, events }, { headers: {} })).toEqual(line.parse(payload, { headers: {} }))
  }
})

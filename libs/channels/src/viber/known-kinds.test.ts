import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ParsedUpdate } from '../core/update.ts'
import { exampleNames } from '../testing/read-example.ts'
import { messageKinds } from './content.ts'
import { eventParsers } from './event-parsers.ts'
import { viber } from './index.ts'

type Payload = { event?: string; message?: { type?: string } }

const folder = new URL('./examples/', import.meta.url)
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf8'))
const names = exampleNames(folder)
const unknownOnPurpose = /-of-the-future|^malformed-/

test('every event and every type of message has an example', () => {
  const shown = new Set(
    names.map((name) => read(name) as Payload).flatMap((it) => [it.event, it.message?.type]),
  )
  expect([...eventParsers.keys(), ...messageKinds.keys()].filter((word) => !shown.has(word))).toEqual([])
})

test('nothing that is known comes out as unsupported', () => {
  for (const name of names.filter((one) => !unknownOnPurpose.test(one))) {
    for (const update of read(`expected/${name}`) as ParsedUpdate[]) {
      expect([name, update.kind]).not.toEqual([name, 'unsupported'])
      if (update.kind === 'message') expect([name, update.type]).not.toEqual([name, 'unsupported'])
    }
  }
})

test('a message token keeps every digit, in the message as in its statuses', () => {
  const parse = (json: string) => {
    const payload = viber.read(new TextEncoder().encode(json), { headers: {} })
    return viber.parse(payload.ok ? payload.value : undefined, { headers: {}, account: 'shop-bot' })
  }
  const token = '4912661846655238145'
  const sender = '{"id":"aB+cd/EFgh012345678901=="}'
  const message = `{"event":"message","message_token":${token},"sender":${sender},"message":{"type":"text","text":"hi"}}`
  expect(parse(message)).toMatchObject([{ externalId: `viber:shop-bot:${token}` }])
  const seen = `{"event":"seen","message_token":${token},"user_id":"aB+cd/EFgh012345678901=="}`
  expect(parse(seen)).toMatchObject([{ target: `viber:shop-bot:${token}` }])
})

test('the answer to a webhook is empty: Viber would show what answers conversation_started', () => {
  expect(viber.acknowledgement).toBeUndefined()
})

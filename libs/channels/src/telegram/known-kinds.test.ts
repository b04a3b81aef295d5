import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ParsedUpdate } from '../core/update.ts'
import { exampleNames } from '../testing/read-example.ts'
import { families } from './families.ts'
import { telegram } from './index.ts'
import { mediaKinds } from './media.ts'
import { orderContents } from './order.ts'
import { services } from './service.ts'
import { structuredContents } from './structured.ts'

const folder = new URL('./examples/', import.meta.url)
const read = (name: string, from = folder) => JSON.parse(readFileSync(new URL(name, from), 'utf8'))
const names = exampleNames(folder)
const payloads = names.map((name): Record<string, Record<string, unknown>> => read(name))
const unknownOnPurpose = new Set(['field-of-the-future.json', 'kind-of-the-future.json'])

test('every field of an update has an example', () => {
  const shown = new Set(payloads.flatMap((payload) => Object.keys(payload)))
  expect([...families.keys()].filter((family) => !shown.has(family))).toEqual([])
})

test('every kind of content and every service message has an example', () => {
  const shown = new Set(payloads.flatMap(({ message }) => Object.keys(message ?? {})))
  const kinds = [mediaKinds, structuredContents, orderContents, services].flatMap((map) => [...map.keys()])
  // Only rich messages have it, as a block.
  const missing = kinds.filter((kind) => !shown.has(kind) && kind !== 'voice_note')
  expect(missing).toEqual([])
})

test('nothing that is known comes out as unsupported', () => {
  for (const name of names) {
    if (unknownOnPurpose.has(name)) continue
    for (const update of read(`expected/${name}`) as ParsedUpdate[]) {
      expect([name, update.kind]).not.toEqual([name, 'unsupported'])
      if (update.kind === 'message') expect([name, update.type]).not.toEqual([name, 'unsupported'])
    }
  }
})

test('the answer to a webhook is empty: Telegram would run what it says', () => {
  expect(telegram.acknowledgement).toBeUndefined()
})

test('without an account in the path everything is still read', () => {
  const [update] = telegram.parse(read('text.json'), { headers: {} })
  expect(update).toMatchObject({ kind: 'message', account: '', externalId: 'telegram::5000000001/11' })
})

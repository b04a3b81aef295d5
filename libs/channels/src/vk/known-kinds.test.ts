import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ParsedUpdate } from '../core/update.ts'
import { exampleNames } from '../testing/read-example.ts'
import { actionTexts } from './action.ts'
import { attachmentKinds } from './attachments.ts'
import { events } from './events.ts'

const folder = new URL('./examples/', import.meta.url)
const read = (name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'))
const names = exampleNames(folder)
/** Every text under a key `type`, at any depth. */
const types = new Set(names.flatMap((name) => typesIn(read(name))))
const unknownOnPurpose = new Set([
  'event-of-the-future.json',
  'kind-of-the-future.json',
  'nothing-inside.json',
])

test.each([
  ['event', events],
  ['kind of attachment', attachmentKinds],
  ['action in a chat', actionTexts],
])('every %s has an example', (_what, known: ReadonlyMap<string, unknown>) => {
  expect([...known.keys()].filter((word) => !types.has(word))).toEqual([])
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

function typesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) =>
    key === 'type' && typeof child === 'string' ? [child] : typesIn(child),
  )
}

import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ParsedUpdate } from '../core/update.ts'
import type { ChannelCases } from './channel-cases.ts'
import { mutate } from './mutate.ts'
import { readPayload } from './parse-body.ts'
import { exampleNames } from './read-example.ts'
import { toBody } from './to-body.ts'
import { toCallback } from './to-request.ts'

type Options = { runs: number; seed?: number }

/** Any character, and often the ones that break stores: NUL and halves of a surrogate pair. */
const anyUnit = fc.oneof(
  { arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }), weight: 8 },
  { arbitrary: fc.constantFrom('\0', '\ud83d', '\ude00'), weight: 1 },
)

/** Declares the properties that hold for whatever a channel is sent: total, deterministic, each item on its own. */
export function fuzzChannel(cases: ChannelCases, { runs, seed }: Options): void {
  const { channel, payloads, message, status } = cases
  const callback = toCallback(cases, { 'content-type': cases.encode?.({}).contentType ?? 'application/json' })
  const parameters = seed === undefined ? { numRuns: runs } : { numRuns: runs, seed }
  /** As the reader gives them: whatever the wire, the parser gets plain data. */
  const examples = exampleNames(cases.examples)
    .filter((name) => name.endsWith('.json'))
    .map((name) => readFileSync(new URL(name, cases.examples), 'utf8'))
  if (examples.length === 0)
    examples.push(
      JSON.stringify(readPayload(cases, payloads([[{ messages: [message(0)], statuses: [] }]])[0])),
    )
  const anyJson = fc.jsonValue({ maxDepth: 5, stringUnit: anyUnit })
  const mutation = fc.array(fc.tuple(fc.nat(), fc.oneof(fc.constant(undefined), anyJson)), {
    minLength: 1,
    maxLength: 4,
  })

  test('any JSON is parsed without an exception, and never into nothing', () => {
    fc.assert(
      fc.property(anyJson, (json) => checkTotal(channel.parse(json, callback), channel.accountKeys(json))),
      parameters,
    )
  })
  test('any bytes are read or refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const read = channel.read(bytes, callback)
        if (read.ok) checkTotal(channel.parse(read.value, callback), channel.accountKeys(read.value))
      }),
      parameters,
    )
  })
  test('a real payload with parts taken out or replaced is parsed, and always into the same', () => {
    fc.assert(
      fc.property(fc.constantFrom(...examples), mutation, (example, mutations) => {
        const broken = mutate(JSON.parse(example), mutations)
        const json = toBody(JSON.stringify(broken) ?? 'null')
        const read =
          cases.encode === undefined ? channel.read(json, callback) : { ok: true as const, value: broken }
        const value = read.ok ? read.value : undefined
        const before = JSON.stringify(value)
        const updates = channel.parse(value, callback)
        checkTotal(updates, channel.accountKeys(value))
        expect(channel.parse(value, callback)).toEqual(updates)
        expect(JSON.stringify(value)).toBe(before)
      }),
      parameters,
    )
  })
  test('an item mutated in any way leaves its neighbours as they were and still gives an update', () => {
    const good = [message(0), message(1)]
    const statuses = status === undefined ? [] : [status(0)]
    const parse = (items: unknown[]) =>
      payloads([[{ messages: items, statuses }]]).flatMap((payload) => channel.parse(payload, callback))
    const expected = parse(good).map(withoutPath)
    fc.assert(
      fc.property(mutation, anyJson, (mutations, replacement) => {
        const [step] = mutations
        const broken = step?.[0] === 0 ? replacement : mutate(structuredClone(message(2)), mutations)
        const updates = parse([good[0], broken, good[1]]).map(withoutPath)
        for (const update of expected) expect(updates).toContainEqual(update)
        expect(updates.length).toBeGreaterThan(expected.length)
      }),
      parameters,
    )
  })
}

function checkTotal(updates: ParsedUpdate[], accounts: string[]): void {
  expect(updates.length).toBeGreaterThan(0)
  expect(new Set(updates.map((update) => update.path)).size).toBe(updates.length)
  expect(new Set(accounts).size).toBe(accounts.length)
  const derived = JSON.stringify([updates, accounts])
  expect(derived).not.toMatch(/[^\\](?:\\\\)*\\u0000/)
  expect(derived).not.toMatch(/[^\\](?:\\\\)*\\ud[89a-f]/)
  for (const update of updates) {
    if ('at' in update) expect(Number.isSafeInteger(update.at)).toBe(true)
    for (const id of idsOf(update)) expect(typeof id === 'string' && id !== '').toBe(true)
  }
}

function idsOf(update: ParsedUpdate): string[] {
  const parties = [
    'sender' in update ? update.sender : undefined,
    'actor' in update ? update.actor : undefined,
    'contact' in update ? update.contact : undefined,
  ]
  const identities = parties.flatMap((party) => party?.identities.map(({ value }) => value) ?? [])
  if ('externalId' in update) identities.push(update.externalId)
  if ('target' in update) identities.push(update.target)
  return identities
}

function withoutPath(update: ParsedUpdate): ParsedUpdate {
  return { ...update, path: '' }
}

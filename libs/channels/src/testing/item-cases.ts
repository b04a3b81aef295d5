import { expect, test } from 'vitest'
import type { ParsedUpdate } from '../core/update.ts'
import type { ChannelCases } from './channel-cases.ts'
import { parseBodies, parseBody, readPayload } from './parse-body.ts'
import { toCallback } from './to-request.ts'

/** What splitting a payload into items must keep, whatever its shape. */
export function itemCases(cases: ChannelCases): void {
  const { channel, payloads, message, status } = cases
  const one = (messages: unknown[], statuses: unknown[] = []) => payloads([[{ messages, statuses }]])
  const parseOne = (messages: unknown[], statuses: unknown[] = []) =>
    parseBodies(cases, one(messages, statuses))
  const numbers = [0, 1, 2]

  test('every item of every change of every entry: 2 × 2 × 3 messages and statuses are 12 and 12', () => {
    const group = (g: number) => ({
      messages: numbers.map((n) => message(g * 3 + n)),
      statuses: status === undefined ? [] : numbers.map((n) => status(g * 3 + n)),
    })
    const bodies = payloads([
      [group(0), group(1)],
      [group(2), group(3)],
    ])
    const each = bodies.map((body) => parseBody(cases, body))
    const updates = each.flat()
    const messages = updates.filter((update) => update.kind === 'message')
    const statuses = updates.filter((update) => update.kind === 'status')
    expect(new Set(messages.map((update) => update.externalId)).size).toBe(12)
    expect(messages).toHaveLength(12)
    if (status !== undefined) expect(new Set(statuses.map((update) => update.target)).size).toBe(12)
    for (const own of each) expect(new Set(own.map((update) => update.path)).size).toBe(own.length)
  })
  test('external ids carry channel and account', () => {
    const [update] = parseOne([message(1)])
    const prefix = `${channel.id}:${update?.account}:`
    expect(update?.account).not.toBe('')
    expect(update?.kind === 'message' && update.externalId.startsWith(prefix)).toBe(true)
    const keys = channel.accountKeys(readPayload(cases, one([message(1)])[0]))
    if (cases.account === undefined) expect(keys).toContain(update?.account)
    else expect([update?.account, keys]).toEqual([cases.account, []])
  })
  test.each(cases.poison.map((item) => [JSON.stringify(item), item]))(
    'a poison item (%s) takes no neighbour with it',
    (_name, poison) => {
      const none = status === undefined
      const good = parseOne([message(0), message(1)], none ? [] : [status(0), status(1)])
      const mixed = parseOne([message(0), poison, message(1)], none ? [] : [status(0), poison, status(1)])
      const withoutPath = (updates: ParsedUpdate[]) =>
        updates.filter(isReadable).map((update) => ({ ...update, path: '' }))
      expect(withoutPath(mixed)).toEqual(withoutPath(good))
      const bad = mixed.filter((update) => !isReadable(update))
      expect(bad).toHaveLength(none ? 1 : 2)
      expect(bad).toMatchObject(bad.map(() => ({ kind: 'unsupported', what: 'malformed' })))
    },
  )
  test('a type nobody knows is still a message, with the text that came', () => {
    const [update] = parseOne([cases.unknownType(1, { title: 'readable', depth: { n: 1 } })])
    expect(update).toMatchObject({ kind: 'message', type: 'unsupported', content: { text: 'readable' } })
    expect(update?.kind === 'message' && update.nativeType).toBeTruthy()
  })
  test('a field nobody knows is one unsupported update with its name', () => {
    expect(parseBody(cases, cases.unknownField)).toEqual([
      expect.objectContaining({
        kind: 'unsupported',
        what: expect.stringMatching(/^(?:field|event|type)$/),
        name: expect.stringMatching(/./),
      }),
    ])
  })
  const emptyBatches = 'empty' in cases ? [{ empty: cases.empty }] : []
  test.each(emptyBatches)('an empty batch is counted as ignored, with a reason', ({ empty }) => {
    const updates = parseBody(cases, empty)
    expect(updates.length).toBeGreaterThan(0)
    expect(updates).toMatchObject(updates.map(() => ({ kind: 'ignored', reason: 'empty' })))
  })
  test('what comes twice is given twice under one id: the index judges, not the parser', () => {
    const updates = parseOne([message(1), message(1)])
    expect(updates).toHaveLength(2)
    expect({ ...updates[1], path: '' }).toEqual({ ...updates[0], path: '' })
  })
  test('garbage instead of a payload gives one malformed update and no account', () => {
    for (const garbage of [null, 7, 'text', [], true]) {
      const updates = channel.parse(garbage, toCallback(cases, {}))
      expect(updates).toMatchObject([{ kind: 'unsupported', what: 'malformed' }])
      expect(channel.accountKeys(garbage)).toEqual([])
    }
  })
}

function isReadable(update: ParsedUpdate): boolean {
  return update.kind !== 'unsupported'
}

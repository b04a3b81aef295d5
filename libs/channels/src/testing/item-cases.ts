import { expect, test } from 'vitest'
import type { ParsedUpdate } from '../core/update.ts'
import type { ChannelCases } from './channel-cases.ts'
import { parseBody } from './parse-body.ts'

/** What splitting a payload into items must keep, whatever its shape. */
export function itemCases(cases: ChannelCases): void {
  const { channel, payload, message, status } = cases
  const parse = (input: unknown) => parseBody(channel, input)
  const one = (messages: unknown[], statuses: unknown[] = []) => payload([[{ messages, statuses }]])
  const numbers = [0, 1, 2]

  test('every item of every change of every entry: 2 × 2 × 3 messages and statuses are 12 and 12', () => {
    const group = (g: number) => ({
      messages: numbers.map((n) => message(g * 3 + n)),
      statuses: status === undefined ? [] : numbers.map((n) => status(g * 3 + n)),
    })
    const updates = parse(
      payload([
        [group(0), group(1)],
        [group(2), group(3)],
      ]),
    )
    const messages = updates.filter((update) => update.kind === 'message')
    const statuses = updates.filter((update) => update.kind === 'status')
    expect(new Set(messages.map((update) => update.externalId)).size).toBe(12)
    expect(messages).toHaveLength(12)
    if (status !== undefined) expect(new Set(statuses.map((update) => update.target)).size).toBe(12)
    expect(new Set(updates.map((update) => update.path)).size).toBe(updates.length)
  })
  test('external ids carry channel and account', () => {
    const [update] = parse(one([message(1)]))
    const prefix = `${channel.id}:${update?.account}:`
    expect(update?.kind === 'message' && update.externalId.startsWith(prefix)).toBe(true)
    expect(channel.accountKeys(one([message(1)]))).toEqual([update?.account])
  })
  test.each(cases.poison.map((item) => [JSON.stringify(item), item]))(
    'a poison item (%s) takes no neighbour with it',
    (_name, poison) => {
      const good = parse(one([message(0), message(1)], status === undefined ? [] : [status(0), status(1)]))
      const mixed = parse(
        one([message(0), poison, message(1)], status === undefined ? [] : [status(0), poison, status(1)]),
      )
      const withoutPath = (updates: ParsedUpdate[]) =>
        updates.filter(isReadable).map((update) => ({ ...update, path: '' }))
      expect(withoutPath(mixed)).toEqual(withoutPath(good))
      const bad = mixed.filter((update) => !isReadable(update))
      expect(bad).toHaveLength(status === undefined ? 1 : 2)
      expect(bad).toMatchObject(bad.map(() => ({ kind: 'unsupported', what: 'malformed' })))
    },
  )
  test('a type nobody knows is still a message, with the text and structure that came', () => {
    const [update] = parse(one([cases.unknownType(1, { title: 'readable', depth: { n: 1 } })]))
    expect(update).toMatchObject({
      kind: 'message',
      type: 'unsupported',
      content: { text: 'readable', data: { title: 'readable', depth: { n: 1 } } },
    })
    expect(update?.kind === 'message' && update.nativeType).toBeTruthy()
  })
  test('a field nobody knows is one unsupported update with its name', () => {
    expect(parse(cases.unknownField)).toEqual([
      expect.objectContaining({ kind: 'unsupported', what: 'field', name: expect.stringMatching(/./) }),
    ])
  })
  test('an empty batch is counted as ignored, with a reason', () => {
    const updates = parse(cases.empty)
    expect(updates.length).toBeGreaterThan(0)
    expect(updates).toMatchObject(updates.map(() => ({ kind: 'ignored', reason: 'empty' })))
  })
  test('what comes twice in one body is given twice under one id: the index judges, not the parser', () => {
    const updates = parse(one([message(1), message(1)]))
    expect(updates).toHaveLength(2)
    expect({ ...updates[1], path: '' }).toEqual({ ...updates[0], path: '' })
  })
  test('garbage instead of a payload gives one malformed update and no account', () => {
    for (const garbage of [null, 7, 'text', [], true]) {
      expect(channel.parse(garbage)).toMatchObject([{ kind: 'unsupported', what: 'malformed' }])
      expect(channel.accountKeys(garbage)).toEqual([])
    }
  })
}

function isReadable(update: ParsedUpdate): boolean {
  return update.kind !== 'unsupported'
}

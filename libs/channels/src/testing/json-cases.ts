import { expect, test } from 'vitest'
import type { ChannelCases } from './channel-cases.ts'
import { parseBodies, parseBody } from './parse-body.ts'
import { toBody } from './to-body.ts'
import { toCallback } from './to-request.ts'

/** Bytes and values of JSON that have broken readers, stores and databases. */
export function jsonCases(cases: ChannelCases): void {
  const { channel, payloads, message } = cases
  /** The bodies of these messages, as JSON text. */
  const bodies = (...messages: unknown[]) =>
    payloads([[{ messages, statuses: [] }]]).map((payload) => JSON.stringify(payload))
  const parse = (texts: readonly string[]) => parseBodies(cases, texts)
  const callback = toCallback(cases, { 'content-type': 'application/json' })

  test('NUL and lone surrogates are cleaned out of structures too', () => {
    const structure = { title: 'x\u0000\ud800', 'ke\u0000y': ['\udfff'] }
    const derived = JSON.stringify(parse(bodies(cases.unknownType(1, structure))))
    expect(derived).not.toMatch(/\\u0000|\\ud[89a-f]/)
    expect(derived).toContain('key')
  })
  test('the structure of a type nobody knows is kept', () => {
    expect(parse(bodies(cases.unknownType(1, { title: 'readable', depth: { n: 1 } })))).toMatchObject([
      { content: { data: { title: 'readable', depth: { n: 1 } } } },
    ])
  })
  test('the escaped form on the wire reads like the plain one', () => {
    const plain = bodies(message(1, 'naïve 你 😀 a/b'))
    const escaped = plain.map((json) =>
      json
        .replaceAll('a/b', 'a\\/b')
        .replace(/[^\0-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    )
    expect(escaped).not.toEqual(plain)
    expect(parse(escaped)).toEqual(parse(plain))
  })
  test('numbers beyond 2^53 keep every digit', () => {
    const json = bodies(cases.unknownType(1, { big: '@@', text: 'at 9007199254740993:1' }))
    const withBig = (number: string) =>
      JSON.stringify(parse(json.map((body) => body.replace('"@@"', number))))
    for (const number of ['9007199254740993', '-12345678901234567890', '0.12345678901234567891', '1e400']) {
      expect(withBig(number)).toContain(`"big":"${number}"`)
      expect(withBig(number)).toContain('"at 9007199254740993:1"')
    }
    expect(withBig('9007199254740991')).toContain('"big":9007199254740991')
  })
  test('ids that come as numbers mean the same as ids that come as strings', () => {
    const json = bodies(message(1), message(2))
    const strings = json.map((body) => body.replace(/([:[,])(\d{1,15})(?=[,}\]])/g, '$1"$2"'))
    const numbers = json.map((body) => body.replace(/"(\d{1,15})"(?!:)/g, '$1'))
    expect(numbers).not.toEqual(strings)
    expect(parse(numbers)).toEqual(parse(strings))
    for (const [index, body] of numbers.entries()) {
      const keys = channel.accountKeys(JSON.parse(body))
      expect(keys).toEqual(channel.accountKeys(JSON.parse(strings[index] ?? '')))
    }
  })
  test('a payload nested without end is read, and what is derived can be stored', () => {
    const json = bodies(message(1), cases.unknownType(2, { deep: '@@' }), message(3))
    const deep = `${'{"a":['.repeat(100_000)}1${']}'.repeat(100_000)}`
    const updates = parse(json.map((body) => body.replace('"@@"', deep)))
    expect(updates.map((update) => update.kind)).toEqual(['message', 'message', 'message'])
    expect(JSON.stringify(updates).length).toBeLessThan(20_000)
  })
  test('keys of the prototype change nothing', () => {
    const json = bodies(cases.unknownType(1, { title: 't', proto: { polluted: 'yes' } }))
    const updates = parse(json.map((body) => body.replace('"proto"', '"__proto__"')))
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    expect(updates).toMatchObject([{ content: { text: 't' } }])
  })
  test('a type that is a key of the prototype is a type like any other', () => {
    for (const type of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      expect(parse(bodies({ ...message(1), type }))).toHaveLength(1)
    }
  })
  test('invalid UTF-8 is replaced, not refused', () => {
    const body = toBody(bodies(message(1, 'abXcd'))[0])
    body[new TextDecoder().decode(body).indexOf('abXcd') + 2] = 0xff
    const read = channel.read(body, callback)
    const [update] = read.ok ? channel.parse(read.value, callback) : []
    expect(update).toMatchObject({ content: { body: 'ab\ufffdcd' } })
  })
  test('a body that is no JSON is an answer, not an exception, and its text stays out of the error', () => {
    for (const body of ['', 'private words', '{"private words', '{"a":1}}', '\ufeff']) {
      const read = channel.read(toBody(body), callback)
      expect(read.ok).toBe(false)
      expect(read.ok ? '' : read.error).not.toContain('private')
    }
  })
  test('a body of another shape than any provider sends is parsed into at least one update', () => {
    for (const body of ['{}', '[]', '[{}]', 'null', '0', '""', '{"object":null}', '{"a":[[[]]]}']) {
      expect(parseBody(cases, body).length).toBeGreaterThan(0)
    }
  })
}

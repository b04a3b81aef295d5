import { expect, test } from 'vitest'
import type { ChannelCases } from './channel-cases.ts'
import { parseBody } from './parse-body.ts'
import { toBody } from './to-body.ts'

/** Bytes and values that have broken readers, stores and databases. */
export function textCases(cases: ChannelCases): void {
  const { channel, payload, message } = cases
  const one = (...messages: unknown[]) => payload([[{ messages, statuses: [] }]])
  const bodyOf = (input: unknown) => {
    const [update] = parseBody(channel, input)
    return update?.kind === 'message' ? update.content.body : undefined
  }

  test('NUL and lone surrogates are cleaned out of what is derived', () => {
    expect(bodyOf(one(message(1, 'a\u0000b\ud83dc\ude00d')))).toBe('ab\ufffdc\ufffdd')
    const structure = { title: 'x\u0000\ud800', 'ke\u0000y': ['\udfff'] }
    const derived = JSON.stringify(parseBody(channel, one(cases.unknownType(1, structure))))
    expect(derived).not.toMatch(/\\u0000|\\ud[89a-f]/)
    expect(derived).toContain('key')
  })
  test('text of every script, joined emoji and odd whitespace stay as they are', () => {
    const text = 'é e\u0301 สวัสดี 你好 مرحبا 👩‍👩‍👧‍👦 \u2028 \ufeff "\\/" </script> $where'
    expect(bodyOf(one(message(1, text)))).toBe(text)
  })
  test('the escaped form on the wire reads like the plain one', () => {
    const plain = JSON.stringify(one(message(1, 'naïve 你 😀 a/b')))
    const escaped = plain
      .replaceAll('a/b', 'a\\/b')
      .replace(/[^\0-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    expect(parseBody(channel, escaped)).toEqual(parseBody(channel, plain))
  })
  test('numbers beyond 2^53 keep every digit', () => {
    const json = JSON.stringify(one(cases.unknownType(1, { big: '@@', text: 'at 9007199254740993:1' })))
    for (const number of ['9007199254740993', '-12345678901234567890', '0.12345678901234567891', '1e400']) {
      const derived = JSON.stringify(parseBody(channel, json.replace('"@@"', number)))
      expect(derived).toContain(`"big":"${number}"`)
      expect(derived).toContain('"at 9007199254740993:1"')
    }
    expect(JSON.stringify(parseBody(channel, json.replace('"@@"', '9007199254740991')))).toContain(
      '"big":9007199254740991',
    )
  })
  test('ids that come as numbers mean the same as ids that come as strings', () => {
    const strings = JSON.stringify(one(message(1), message(2)))
    const numbers = strings.replace(/"(\d{1,15})"(?!:)/g, '$1')
    expect(numbers).not.toBe(strings)
    expect(parseBody(channel, numbers)).toEqual(parseBody(channel, strings))
    expect(channel.accountKeys(JSON.parse(numbers))).toEqual(channel.accountKeys(JSON.parse(strings)))
  })
  test('a payload nested without end is read, and what is derived can be stored', () => {
    const json = JSON.stringify(one(message(1), cases.unknownType(2, { deep: '@@' }), message(3)))
    const deep = json.replace('"@@"', `${'{"a":['.repeat(100_000)}1${']}'.repeat(100_000)}`)
    const updates = parseBody(channel, deep)
    expect(updates.map((update) => update.kind)).toEqual(['message', 'message', 'message'])
    expect(JSON.stringify(updates).length).toBeLessThan(20_000)
  })
  test('keys of the prototype change nothing', () => {
    const json = JSON.stringify(one(cases.unknownType(1, { title: 't', proto: { polluted: 'yes' } })))
    const updates = parseBody(channel, json.replace('"proto"', '"__proto__"'))
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    expect(updates).toMatchObject([{ content: { text: 't' } }])
    for (const type of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      expect(parseBody(channel, one({ ...message(1), type }))).toMatchObject([{ kind: 'message' }])
    }
  })
  test('invalid UTF-8 is replaced, not refused', () => {
    const body = toBody(one(message(1, 'abXcd')))
    body[body.indexOf('X'.charCodeAt(0))] = 0xff
    const read = channel.read(body)
    const [update] = read.ok ? channel.parse(read.value) : []
    expect(update).toMatchObject({ content: { body: 'ab\ufffdcd' } })
  })
  test('a body that is no JSON is an answer, not an exception, and its text stays out of the error', () => {
    for (const body of ['', 'private words', '{"private words', '{"a":1}}', '\ufeff']) {
      const read = channel.read(toBody(body))
      expect(read.ok).toBe(false)
      expect(read.ok ? '' : read.error).not.toContain('private')
    }
  })
}

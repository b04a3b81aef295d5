import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toBody } from '../testing/to-body.ts'
import { readJson } from './read-json.ts'

function read(text: string): unknown {
  const payload = readJson(toBody(text))
  if (!payload.ok) throw new Error(payload.error)
  return payload.value
}

/** The slow way to the same end: the reviver's third argument has the source text of a number. */
function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source ?? ''
  return /^-?\d+$/.test(source) && !Number.isSafeInteger(value) ? source : value
}

test('reads any JSON like JSON.parse, as long as no digit is at stake', () => {
  fc.assert(
    fc.property(fc.json({ noUnicodeString: false }), fc.constantFrom(undefined, 1, '\t'), (json, indent) => {
      const text = JSON.stringify(JSON.parse(json), null, indent)
      expect(read(text)).toEqual(JSON.parse(text, keepDigits))
    }),
  )
})

test('an integer is a number inside ±(2^53-1) and its digits outside, wherever it stands', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), (integer) => {
      const safe = integer >= Number.MIN_SAFE_INTEGER && integer <= Number.MAX_SAFE_INTEGER
      const expected = safe ? Number(integer) : String(integer)
      expect(read(`{"a":[ ${integer},\n${integer} ],"b":{"c":${integer}}}`)).toEqual({
        a: [expected, expected],
        b: { c: expected },
      })
      expect(read(`${integer}`)).toEqual(expected)
      expect(read(`["x:${integer},", ": ${integer}"]`)).toEqual([`x:${integer},`, `: ${integer}`])
    }),
  )
})

test.each([
  ['4.5', 4.5],
  ['1.10', 1.1],
  ['0.30000000000000004', 0.300_000_000_000_000_04],
  ['52.3702157000000000000', 52.370_215_7],
  ['1e3', 1000],
  ['1E-7', 1e-7],
  ['123456789012345e3', 123_456_789_012_345_000],
  ['-0.0', -0],
  ['0.12345678901234567891', '0.12345678901234567891'],
  ['1e400', '1e400'],
  ['-1e999', '-1e999'],
  ['1e-400', '1e-400'],
  ['0e999', 0],
  ['9007199254740993.0', '9007199254740993.0'],
])('the number %s is read as %j', (source, expected) => {
  expect(read(`{"n":${source}}`)).toEqual({ n: expected })
})

test('quoting numbers never makes invalid JSON pass', () => {
  const big = '12345678901234567890'
  for (const text of [
    `{${big}:1}`,
    `[0${big}]`,
    `[+${big}]`,
    `[${big}.]`,
    `[.${big}]`,
    `[1 ${big}]`,
    `"${big}`,
  ]) {
    expect(readJson(toBody(text)).ok).toBe(false)
  }
})

test('a byte order mark is skipped', () => {
  expect(read('\ufeff{"a":1}')).toEqual({ a: 1 })
})

test('a text of four million escapes beside a big number is read', () => {
  const text = `{"t":"${'\\u0e01'.repeat(600_000)}","q":"${'\\"'.repeat(100_000)}","n":9007199254740993}`
  expect(read(text)).toMatchObject({ n: '9007199254740993', t: 'ก'.repeat(600_000) })
})

test('any bytes give an answer, never an exception', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(typeof readJson(bytes).ok).toBe('boolean')
    }),
  )
})

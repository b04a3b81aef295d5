import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { payloadText } from './payload-text.ts'

const max = 1_000_000
const code = (one: string) => expect.objectContaining({ code: one })

describe('the text of a payload', () => {
  it('of any value means the same, but for what jsonb cannot hold', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const replaced = (one: unknown): unknown => {
          if (typeof one === 'string') return one.toWellFormed().replaceAll('\0', '\ufffd')
          if (Array.isArray(one)) return one.map(replaced)
          if (one === null || typeof one !== 'object') return one
          return Object.fromEntries(
            Object.entries(one).map(([key, inner]) => [replaced(key), replaced(inner)]),
          )
        }
        const expected = JSON.stringify(replaced(JSON.parse(JSON.stringify(value))))
        expect(JSON.stringify(JSON.parse(payloadText({ payload: value }, max)))).toBe(expected)
      }),
    )
  })

  it('given as text keeps its digits', () => {
    const payloadJson = '{"id": 12345678901234567890, "sum": 1.10}'
    expect(payloadText({ payloadJson }, max)).toBe(payloadJson)
  })

  it.each([
    ['"a\\u0000b"', '"a\\ufffdb"'],
    ['"\\\\u0000"', '"\\\\u0000"'],
    ['"\\\\\\u0000"', '"\\\\\\ufffd"'],
    ['"\\ud83d\\ude00 \\ud83d x \\uDE00"', '"\\ud83d\\ude00 \\ufffd x \\ufffd"'],
    ['"\ud83d\\ude00"', '"\ufffd\\ufffd"'],
  ])('%j is stored as %j', (payloadJson, expected) => {
    expect(payloadText({ payloadJson }, max)).toBe(expected)
  })

  it.each(['{', '', 'undefined', '{"a":1e1000}', '{"e":"1e1","a":[1E-5000]}'])(
    '%j is refused',
    (payloadJson) => {
      expect(() => payloadText({ payloadJson }, max)).toThrow(code('PAYLOAD_INVALID'))
    },
  )

  it('an exponent inside a string is no number', () => {
    expect(payloadText({ payloadJson: '"1e9999 \\" 1e9999"' }, max)).toContain('1e9999')
  })

  it('is measured in bytes, before anything is stored (lessons #35)', () => {
    expect(() => payloadText({ payload: 'ü'.repeat(10) }, 21)).toThrow(code('PAYLOAD_TOO_LARGE'))
    expect(payloadText({ payload: 'ü'.repeat(10) }, 22)).toHaveLength(12)
    expect(() => payloadText({ payload: undefined }, max)).toThrow(code('PAYLOAD_INVALID'))
  })
})

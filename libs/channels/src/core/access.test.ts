import { expect, test } from 'vitest'
import { asId, asList, asNumber, asObject, own } from './access.ts'

test('an id is opaque: nothing of it is rewritten, numbers keep their digits', () => {
  for (const id of ['015550100042', '+1 555', 'US.a1B2', ' x ', '120300000000000000@g.us'])
    expect(asId(id)).toBe(id)
  expect(asId(700800900100200)).toBe('700800900100200')
  for (const none of ['', '\0', null, undefined, true, {}, [], Number.POSITIVE_INFINITY]) {
    expect(asId(none)).toBeUndefined()
  }
})

test('an id that no index could hold is replaced by its hash, always the same', () => {
  const long = 'a'.repeat(513)
  expect(asId(long)).toMatch(/^sha256:[0-9a-f]{64}$/)
  expect(asId(long)).toBe(asId(long))
  expect(asId(`${long}b`)).not.toBe(asId(long))
  expect(asId('a'.repeat(512))).toBe('a'.repeat(512))
})

test('getters are total and see own properties only', () => {
  for (const value of [null, undefined, 7, 'x', []]) expect(asObject(value)).toBeUndefined()
  for (const value of [null, undefined, 7, 'x', {}]) expect(asList(value)).toEqual([])
  expect(own({}, 'constructor')).toBeUndefined()
  expect(own(JSON.parse('{"__proto__":1}'), '__proto__')).toBe(1)
})

test.each([
  [4.5, 4.5],
  ['4.5', 4.5],
  ['-12', -12],
  ['1e3', undefined],
  ['', undefined],
  [' 1', undefined],
  [Number.NaN, undefined],
])('%j is the number %j', (value, expected) => {
  expect(asNumber(value)).toBe(expected)
})

import { expect, test } from 'vitest'
import { toBody } from '../testing/to-body.ts'
import { formText, readForm } from './read-form.ts'

const reading = (text: string): unknown => {
  const read = readForm(text)
  return read.ok ? read.value : read.error
}

test.each([
  ['a=1&b=2', { a: '1', b: '2' }],
  ['id=1&id=2&id=2&to=x', { id: ['1', '2', '2'], to: 'x' }],
  ['empty=&none&=nameless', { empty: '', none: '', '': 'nameless' }],
  ['From=%2B15550100042&Body=a+b%20c%0D%0Ad', { From: '+15550100042', Body: 'a b c\r\nd' }],
  ['Body=%F0%9F%98%80%26%3D%25', { Body: '😀&=%' }],
  ['Body=100%&x=%zz&y=%FF', { Body: '100%', x: '%zz', y: '\ufffd' }],
])('%s', (text, expected) => {
  expect(reading(text)).toEqual(expected)
})

test('a plus that was not encoded is a space, as every form reader has it', () => {
  expect(reading('From=+15550100042')).toEqual({ From: ' 15550100042' })
})

test('names of the prototype are names like any other', () => {
  const value = reading('__proto__=x&constructor=y') as Record<string, unknown>
  expect(Object.entries(value)).toEqual([
    ['__proto__', 'x'],
    ['constructor', 'y'],
  ])
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
})

test('an empty body is an answer; invalid UTF-8 is replaced', () => {
  expect(readForm('')).toEqual({ ok: false, error: 'the body is empty' })
  expect(reading(formText(Uint8Array.of(...toBody('a='), 0xff)))).toEqual({ a: '\ufffd' })
})

test('a form of nothing but parameters is refused before they are read', () => {
  expect(readForm('&a='.repeat(6_000))).toEqual({ ok: false, error: 'the form has too many parameters' })
  expect(
    Object.keys(reading(Array.from({ length: 1_000 }, (_, n) => `p${n}=1`).join('&')) as object),
  ).toHaveLength(1_000)
})

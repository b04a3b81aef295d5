import { expect, test } from 'vitest'
import { addressesOf, envelopeOf, partyOf } from './addresses.ts'

test.each([
  ['Ana T. <ana@x.example>', [{ address: 'ana@x.example', name: 'Ana T.' }]],
  ['ana@x.example', [{ address: 'ana@x.example' }]],
  [
    '"Torres, Ana" <Ana@X.example>, bo@y.example',
    [{ address: 'Ana@X.example', name: 'Torres, Ana' }, { address: 'bo@y.example' }],
  ],
  ['=?utf-8?q?An=C3=A9?= <ane@x.example>', [{ address: 'ane@x.example', name: 'Ané' }]],
  ['ana@x.example (Ana)', [{ address: 'ana@x.example', name: 'Ana' }]],
  ['Team: a@x.example, b@x.example;', [{ address: 'a@x.example' }, { address: 'b@x.example' }]],
  ['"fake@bank.example" <real@x.example>', [{ address: 'real@x.example', name: 'fake@bank.example' }]],
  ['undisclosed-recipients:;', []],
  ['nobody', []],
  ['', []],
  [undefined, []],
  [7, []],
  [
    ['a@x.example', { email: 'b@x.example', name: 'B' }, { address: 'c@x.example' }, 7, null],
    [{ address: 'a@x.example' }, { address: 'b@x.example', name: 'B' }, { address: 'c@x.example' }],
  ],
])('%j', (value, expected) => {
  expect(addressesOf(value)).toEqual(expected)
})

test('an address in capitals is the same person', () => {
  const [big] = addressesOf('ANA@X.Example')
  const [small] = addressesOf('ana@x.example')
  expect(partyOf(big)).toEqual(partyOf(small))
  expect(partyOf(small)).toEqual({ identities: [{ kind: 'email', value: 'ana@x.example' }] })
})

test('who is not named is still somebody', () => {
  expect(partyOf(undefined)).toEqual({ identities: [{ kind: 'user_id', value: 'unknown' }] })
})

test('thousands of recipients are cut, nested groups do no harm', () => {
  expect(addressesOf(Array(5000).fill('a@x.example'))).toHaveLength(200)
  expect(addressesOf('a@x.example, '.repeat(5000))).toHaveLength(200)
  expect(addressesOf('g: '.repeat(20_000))).toEqual([])
})

test.each([
  ['{"to":["a@x.example"],"from":"b@x.example"}', { to: ['a@x.example'], from: 'b@x.example' }],
  [
    { to: 'a@x.example', from: '' },
    { to: ['a@x.example'], from: '' },
  ],
  ['{"to":7}', { to: ['7'] }],
  ['no json', { to: [] }],
  [undefined, { to: [] }],
])('the envelope %j', (value, expected) => {
  expect(envelopeOf(value)).toEqual(expected)
})

test.each([':', '"', '"a" <'])('a field of megabytes of %j is read in no time', (unit) => {
  const text = unit.repeat(50_000)
  const begin = performance.now()
  addressesOf(Array.from({ length: 80 }, () => text))
  expect(performance.now() - begin).toBeLessThan(3_000)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentHash } from './content-hash.ts'
import { toData } from './to-data.ts'

test('an ordinary structure is copied whole', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (json) => {
      const structure = { value: JSON.parse(json.replaceAll('__proto__', 'x').replaceAll('\\u0000', '')) }
      expect(toData(structure)).toEqual(structure)
    }),
  )
})

test('what is too deep for a document is cut, the rest is kept', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`)
  const data = JSON.stringify(toData({ deep, beside: 1 }))
  expect(data).toContain('[nested too deep]')
  expect(data).toContain('"beside":1')
})

test('a content hash ignores the order of keys and nothing else', () => {
  const hash = contentHash('a', { x: 1, y: [1, 2] })
  expect(hash).toMatch(/^sha256:[0-9a-f]{64}$/)
  expect(contentHash('a', { y: [1, 2], x: 1 })).toBe(hash)
  for (const other of [{ x: 1, y: [2, 1] }, { x: '1', y: [1, 2] }, { x: 1 }, { y: 1, x: [1, 2] }]) {
    expect(contentHash('a', other)).not.toBe(hash)
  }
  expect(contentHash('b', { x: 1, y: [1, 2] })).not.toBe(hash)
})

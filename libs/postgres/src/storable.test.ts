import { expect, it } from 'vitest'
import { storableKey, storableText } from './storable.ts'

it('replaces only what PostgreSQL refuses', () => {
  expect(storableText('a\0b\uD800c 😀')).toBe('a\uFFFDb\uFFFDc 😀')
})

it('keeps keys as they are up to the length an index can hold, and hashes longer ones', () => {
  expect(storableKey('x'.repeat(512))).toHaveLength(512)
  expect(storableKey('x'.repeat(513))).toMatch(/^sha256:[0-9a-f]{64}$/)
  expect(storableKey('x'.repeat(513))).not.toBe(storableKey('x'.repeat(514)))
})

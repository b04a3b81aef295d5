import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanText, cutText } from './clean-text.ts'

const anyText = fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)), maxLength: 40 })

test('a cleaned text is well formed, without NUL, and cleaning it again changes nothing', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const clean = cleanText(text)
      expect(clean.isWellFormed() && !clean.includes('\0')).toBe(true)
      expect(cleanText(clean)).toBe(clean)
      if (text.isWellFormed() && !text.includes('\0')) expect(clean).toBe(text)
    }),
  )
})

test('a cut keeps whole code points and never more than asked', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.nat(45), (text, max) => {
      expect([...cutText(text, max)]).toEqual([...text].slice(0, max))
    }),
  )
})

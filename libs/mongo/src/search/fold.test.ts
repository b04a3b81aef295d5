import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fold, foldWithOffsets } from './fold.ts'

it.each([
  ['Café', 'cafe'],
  ['cafe\u0301', 'cafe'],
  ['STRASSE Straße STRAẞE', 'strasse strasse strasse'],
  ['İstanbul ISTANBUL ıstanbul', 'istanbul istanbul istanbul'],
  ['ὈΔΥΣΣΕΎΣ Ὀδυσσεύς', 'οδυσσευσ οδυσσευσ'],
  ['مُحَمَّد', 'محمد'],
  ['أحمد إحمد آحمد', 'احمد احمد احمد'],
  ['کتاب یار كتـــاب', 'كتاب يار كتاب'],
  ['٠١٢٣ ۴۵۶ ४५ ๗๘', '0123 456 45 78'],
  ['ﬁne ①② Ｆｕｌｌ', 'fine 12 full'],
  ['ｶﾞｷﾞ', 'ガギ'],
  ['안녕'.normalize('NFD'), '안녕'],
  ['Łódź smørrebrød', 'lodz smorrebrod'],
  ['Ёлка ёлка', 'елка елка'],
  ['नमस्ते', 'नमस्ते'],
  ['กินกัน', 'กินกัน'],
  ['👍🏽', '👍'],
  ['co\u00adop\u200d', 'coop'],
])('folds %s to %s', (text, folded) => {
  expect(fold(text)).toBe(folded)
})

it('keeps kana apart that differ by their voicing mark', () => {
  expect(fold('か')).not.toBe(fold('が'))
})

it('is idempotent, total, and agrees with its variant with offsets for any string', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.array(fc.integer({ min: 0xd800, max: 0xdfff })),
      (text, lone) => {
        const whole = text + String.fromCharCode(...lone)
        const folded = fold(whole)
        expect(fold(folded)).toBe(folded)
        const { text: same, starts, ends } = foldWithOffsets(whole)
        expect(same.toLowerCase()).toBe(folded)
        expect(starts).toHaveLength(same.length)
        expect(ends.every((end, at) => end > (starts[at] ?? end) && end <= whole.length)).toBe(true)
      },
    ),
  )
})

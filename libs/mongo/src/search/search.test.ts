import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from './fold.ts'
import { comparable, matches } from './match.ts'
import { parseQuery } from './query.ts'
import { searchTerms, termCharsMax, termsMax } from './terms.ts'

/** What the database does: every term an entry, every prefix the beginning of one; then the check on the candidate. */
function finds(q: string, ...texts: string[]): boolean {
  const parsed = parseQuery(q)
  if (!parsed.ok) return false
  const { terms, prefixes } = parsed.query
  const entries = searchTerms(texts)
  return (
    terms.every((term) => entries.includes(term)) &&
    prefixes.every((prefix) => entries.some((entry) => entry.startsWith(prefix))) &&
    matches(parsed.query, comparable(texts))
  )
}

const chat = [
  'Café com leite, por favor',
  '你好世界，今天天气很好',
  'ผมจะไปโรงเรียนพรุ่งนี้',
  'السَّلامُ عَلَيْكُم يا مُحَمَّد',
  'İstanbul ve ISPARTA, ılık',
  'こんにちは、東京タワーへ行きました',
  '안녕하세요 주문했습니다',
  'Die Straße ist lang',
  'order INV-2024/00123 to joe.smith@example.com, see https://shop.example/p/blue-shirt?id=42',
  'Call +62 812-3456-7890 or (021) 555-1234',
  'Великий Новгород, Ёлка',
  'नमस्ते दुनिया',
]

describe('a message is found', () => {
  it.each([
    ['cafe', chat[0]],
    ['CAFÉ', chat[0]],
    ['caf', chat[0]],
    ['leite cafe', chat[0]],
    ['好世', chat[1]],
    ['世界', chat[1]],
    ['好', chat[1]],
    ['你好世界', chat[1]],
    ['今天 好', chat[1]],
    ['โรงเรียน', chat[2]],
    ['พรุ่งนี้', chat[2]],
    ['เรียน', chat[2]],
    ['محمد', chat[3]],
    ['مُحمّد', chat[3]],
    ['السلام عليكم', chat[3]],
    ['istanbul', chat[4]],
    ['ISTANBUL', chat[4]],
    ['ısparta', chat[4]],
    ['ilik', chat[4]],
    ['東京', chat[5]],
    ['タワー', chat[5]],
    ['주문', chat[6]],
    ['안녕'.normalize('NFD'), chat[6]],
    ['strasse', chat[7]],
    ['STRASSE', chat[7]],
    ['00123', chat[8]],
    ['INV-2024/00123', chat[8]],
    ['inv-2024', chat[8]],
    ['joe.smith@example.com', chat[8]],
    ['smith', chat[8]],
    ['shop.example', chat[8]],
    ['blue-shirt', chat[8]],
    ['+6281234567890', chat[9]],
    ['+62 812 3456 7890', chat[9]],
    ['081234567890', chat[9]],
    ['0812-3456-7890', chat[9]],
    ['0215551234', chat[9]],
    ['555-1234', chat[9]],
    ['елка', chat[10]],
    ['नमस्ते', chat[11]],
    ['"por favor"', chat[0]],
    ['"com leite" -chá', chat[0]],
    ['“天天气”', chat[1]],
    ['👍', 'Perfect 👍🏽'],
    ['dont', "I dont't know"],
    ["don't", 'I don’t know'],
  ])('by %s', (q, text) => {
    expect(finds(q, text ?? '')).toBe(true)
  })

  it.each([
    ['cafés', chat[0]],
    ['eite', chat[0]],
    ['"leite com"', chat[0]],
    ['"por fav"', chat[0]],
    ['cafe -favor', chat[0]],
    ['cafe -"por favor"', chat[0]],
    ['世好', chat[1]],
    ['你好今天', chat[1]],
    ['世界 -天气', chat[1]],
    ['ทะเล', chat[2]],
  ])('but not by %s', (q, text) => {
    expect(finds(q, text ?? '')).toBe(false)
  })

  it('but not by a phrase that runs from one of its texts into the next', () => {
    expect(finds('"one two"', 'one', 'two')).toBe(false)
    expect(finds('"one two"', 'one two', 'three')).toBe(true)
  })

  it('by every word of its text, and by the beginning of every word, in every script that people chat in', () => {
    const segmenter = new Intl.Segmenter('und', { granularity: 'word' })
    const letter = fc
      .oneof(
        ...[
          [0x20, 0x7e],
          [0xc0, 0x24f],
          [0x370, 0x5ea],
          [0x620, 0x6d3],
          [0x900, 0xdff],
          [0xe01, 0xe5b],
          [0xe81, 0xedd],
          [0x1000, 0x109f],
          [0x10a0, 0x137c],
          [0x1780, 0x17e9],
          [0x1e00, 0x1fff],
          [0x3041, 0x30ff],
          [0x4e00, 0x9fff],
          [0xac00, 0xd7a3],
          [0xff10, 0xff9d],
        ].map(([min, max]) => fc.integer({ min: min ?? 0, max: max ?? 0 })),
      )
      .map((code) => String.fromCodePoint(code))
      .filter((char) => /[\p{L}\p{M}\p{Nd} .,'"-]/u.test(char))
    const text = fc.oneof(
      fc
        .array(fc.constantFrom(...chat.flatMap((line) => line.split(' '))), { maxLength: 20 })
        .map((w) => w.join(' ')),
      fc.string({ unit: letter, maxLength: 60 }),
      fc.string({ unit: fc.constantFrom(...Array.from('añßıИ好世กำوएЭ 1-.9,\'"가ｶﾞ')), maxLength: 40 }),
    )
    fc.assert(
      fc.property(text, fc.nat(), (whole, pick) => {
        const words = [...segmenter.segment(whole)].filter((s) => s.isWordLike).map((s) => s.segment)
        const word = words[pick % Math.max(1, words.length)]
        if (word === undefined || !parseQuery(word).ok) return
        expect(finds(word, whole)).toBe(true)
        const beginning = [...new Intl.Segmenter('und').segment(word)]
          .slice(0, 2)
          .map((s) => s.segment)
          .join('')
        if (parseQuery(beginning).ok && /^[\p{L}\p{M}]+$/u.test(beginning))
          expect(finds(beginning, whole)).toBe(true)
      }),
      { numRuns: 400 },
    )
  })
})

describe('a query is refused', () => {
  it.each([
    ['', 'too_short'],
    ['   ', 'too_short'],
    ['a', 'too_short'],
    ['a b c', 'too_short'],
    ['?!', 'too_short'],
    ['-word', 'only_negations'],
    ['-"two words"', 'only_negations'],
    ['word '.repeat(17), 'too_many_words'],
    ['x'.repeat(513), 'too_long'],
  ])('%j as %s', (q, reason) => {
    expect(parseQuery(q)).toEqual({ ok: false, reason })
  })
})

it('reads words, phrases and negations, the last word as the beginning of one', () => {
  expect(parseQuery('late "blue shirt" -refund -"not now" ord')).toMatchObject({
    ok: true,
    query: {
      terms: ['shirt', 'late', 'blue'],
      prefixes: ['ord'],
      phrases: ['blue shirt'],
      negations: ['refund', 'not now'],
    },
  })
})

it('keeps terms within their bounds and never throws, for any strings', () => {
  const any = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 300 })
      .map((units) => String.fromCharCode(...units)),
    fc.string({
      unit: fc.constantFrom('"', '-', ' ', '\ud83d', '好', 'é', '“', '+', '1', '('),
      maxLength: 60,
    }),
  )
  fc.assert(
    fc.property(fc.array(any, { maxLength: 4 }), any, (texts, q) => {
      const terms = searchTerms(texts)
      expect(terms.length).toBeLessThanOrEqual(termsMax)
      expect(terms.every((term) => term !== '' && Array.from(term).length <= termCharsMax)).toBe(true)
      const parsed = parseQuery(q)
      if (parsed.ok) {
        expect(parsed.query.terms.length + parsed.query.prefixes.length).toBeGreaterThan(0)
        matches(parsed.query, comparable(texts))
      }
    }),
  )
})

it('bounds a text of 4,096 different Han characters, and a word without end', () => {
  const han = Array.from({ length: 4_096 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('')
  expect(searchTerms([han])).toHaveLength(termsMax)
  expect(searchTerms(['x'.repeat(10_000)])).toEqual(['x'.repeat(termCharsMax)])
  expect(finds('x'.repeat(300), 'x'.repeat(300))).toBe(true)
})

it('folds terms, so that they equal what a folded query asks for', () => {
  for (const term of searchTerms(chat)) expect(fold(term)).toBe(term)
})

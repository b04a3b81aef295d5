import fc from 'fast-check'
import { expect, it } from 'vitest'
import { highlight, snippetCharsMax } from './highlight.ts'
import { parseQuery, type SearchQuery } from './query.ts'

function query(q: string): SearchQuery {
  const parsed = parseQuery(q)
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.query
}

function marked(text: string, q: string): string[] {
  const snippet = highlight(text, query(q))
  return snippet.ranges.map(({ start, end }) => snippet.text.slice(start, end))
}

it.each([
  ['Um CAFÉ, por favor', 'cafe', ['CAFÉ']],
  ['Um cafe\u0301 quente', 'café', ['cafe\u0301']],
  ['cafeteria', 'caf', ['caf']],
  ['Die Straße', 'strasse', ['Straße']],
  ['你好世界', '好世', ['好世']],
  ['مُحَمَّد هنا', 'محمد', ['مُحَمَّد']],
  ['Call +62 812-3456-7890', '081234567890', ['812-3456-7890']],
  ['one two three two', 'two one', ['one', 'two', 'two']],
  ['<b>bold</b>', 'bold', ['bold']],
  ['ﬁne', 'fine', ['ﬁne']],
  ['nothing here', 'absent', []],
])('marks in %j for %j', (text, q, expected) => {
  expect(marked(text, q)).toEqual(expected)
})

it('shows the words around a hit deep in a long text', () => {
  const snippet = highlight(`${'lorem '.repeat(100)}NEEDLE ${'ipsum '.repeat(100)}`, query('needle'))
  expect(snippet.text.length).toBeLessThanOrEqual(snippetCharsMax)
  expect(snippet.text.startsWith('lorem')).toBe(true)
  expect(snippet).toMatchObject({ cut_before: true, cut_after: true })
  expect(snippet.ranges.map(({ start, end }) => snippet.text.slice(start, end))).toEqual(['NEEDLE'])
})

it('answers with ordered ranges inside a snippet that is a part of the text, for any string', () => {
  const queries = ['ab', '好', '+62 812 345 678', 'caf x', '"a b" c1'].map(query)
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.string({
      unit: fc.constantFrom('a', 'b', ' ', '好', '👩‍👧', 'e\u0301', '\ud83d', '6', '2', '8'),
      maxLength: 500,
    }),
  )
  fc.assert(
    fc.property(text, fc.constantFrom(...queries), (whole, q) => {
      const snippet = highlight(whole, q)
      expect(whole.slice(snippet.start, snippet.start + snippet.text.length)).toBe(snippet.text)
      expect(snippet.text.length).toBeLessThanOrEqual(snippetCharsMax)
      let last = 0
      for (const { start, end } of snippet.ranges) {
        expect(start).toBeGreaterThanOrEqual(last)
        expect(end).toBeGreaterThan(start)
        expect(end).toBeLessThanOrEqual(snippet.text.length)
        last = end
      }
    }),
  )
})

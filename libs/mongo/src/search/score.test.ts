import { expect, it } from 'vitest'
import { comparable } from './match.ts'
import { parseQuery } from './query.ts'
import { score } from './score.ts'

function scoreOf(q: string, text: string): number {
  const parsed = parseQuery(q)
  if (!parsed.ok) throw new Error(parsed.reason)
  return score(parsed.query, comparable([text]))
}

it.each([
  ['a whole word before a beginning', 'refund', 'the refund please', 'the refunded please'],
  ['more hits before fewer', 'refund', 'refund refund now', 'refund is not now'],
  ['a short text before a long one', 'refund', 'refund please', `refund ${'please '.repeat(60)}`],
  ['words side by side before words apart', 'blue shirt', 'the blue shirt now', 'shirt now the blue'],
  ['more of a run before less', '你好', '你好你好', '你好世界'],
])('puts %s', (_, q, better, worse) => {
  expect(scoreOf(q, better)).toBeGreaterThan(scoreOf(q, worse))
})

it('is finite and never negative', () => {
  expect(scoreOf('absent', '')).toBe(0)
})

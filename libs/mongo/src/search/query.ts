import { fold } from './fold.ts'
import { comparable } from './match.ts'
import { asOneNumber } from './numbers.ts'
import { shorten } from './terms.ts'
import { pairs, type Token, tokens } from './tokens.ts'

/** UTF-16 units a query may have. */
export const queryCharsMax = 512

/** Words, quoted words included, a query may have. */
export const queryWordsMax = 16

/** Terms asked of the index; what a long run has beyond them is checked on the candidates. */
const indexTermsMax = 24

/** What must hold of a message: every term and prefix by the index, phrases and negations by `matches`. */
export type SearchQuery = {
  /** Exact entries of `search.terms`, the longest (rarest) first. */
  terms: string[]
  /** Each must begin an entry of `search.terms`. */
  prefixes: string[]
  /** Comparable texts (see `comparable`) that must appear, whole words. */
  phrases: string[]
  /** Comparable texts that must not appear. */
  negations: string[]
  /** Folded words and runs a reader expects to see marked; `prefix` where the beginning of a word is enough. */
  marks: { text: string; prefix: boolean }[]
}

export type ParsedQuery =
  | { ok: true; query: SearchQuery }
  | { ok: false; reason: 'too_long' | 'too_many_words' | 'too_short' | 'only_negations' }

type Clause = { text: string; negated: boolean; quoted: boolean }

/**
 * Reads what a person typed: words that must all appear (the last as the beginning of a word), `"quoted phrases"`,
 * `-word` and `-"phrase"`. A query needs one word of two characters, or one character of a script without spaces,
 * or an emoji. Never throws.
 */
export function parseQuery(q: string): ParsedQuery {
  if (q.length > queryCharsMax) return { ok: false, reason: 'too_long' }
  const all = clauses(q)
  const positive = all.filter((clause) => !clause.negated)
  const query: SearchQuery = { terms: [], prefixes: [], phrases: [], negations: [], marks: [] }
  for (const clause of all) if (clause.negated) query.negations.push(comparable([clause.text]))
  let words = query.negations.length
  positive.forEach((clause, index) => {
    words += addPositive(query, clause, index === positive.length - 1)
  })
  if (words > queryWordsMax) return { ok: false, reason: 'too_many_words' }
  if (query.marks.length === 0)
    return { ok: false, reason: query.negations.length > 0 ? 'only_negations' : 'too_short' }
  if (!query.marks.some(isSelective)) return { ok: false, reason: 'too_short' }
  query.terms = [...new Set(query.terms)].sort((a, b) => b.length - a.length).slice(0, indexTermsMax)
  query.prefixes = [...new Set(query.prefixes)].sort((a, b) => b.length - a.length)
  query.phrases = [...new Set(query.phrases)]
  return { ok: true, query }
}

function clauses(q: string): Clause[] {
  const found: Clause[] = []
  for (const match of q.matchAll(
    /(?<=^|\s)(-?)(?:["“”„«»]([^"“”„«»]*)(?:["“”„«»]|$)|([^\s"“”„«»]+))|["“”„«»]([^"“”„«»]*)(?:["“”„«»]|$)|([^\s"“”„«»]+)/gu,
  )) {
    const quoted = match[2] ?? match[4]
    const text = fold(quoted ?? match[3] ?? match[5] ?? '')
    if (tokens(text).length === 0) continue
    found.push({ text, negated: match[1] === '-', quoted: quoted !== undefined })
  }
  return joinNumberClauses(found)
}

/** `+62 812 3456 7890` arrives as four clauses and is one number. */
function joinNumberClauses(found: Clause[]): Clause[] {
  const whole = found.map((clause) => clause.text).join(' ')
  const plain = found.every((clause) => !clause.negated && !clause.quoted)
  return plain && found.length > 1 && asOneNumber(whole) !== undefined
    ? [{ text: whole, negated: false, quoted: false }]
    : found
}

/** Adds one positive clause; returns how many words it had. */
function addPositive(query: SearchQuery, clause: Clause, isLast: boolean): number {
  const number = clause.quoted ? undefined : asOneNumber(clause.text)
  if (number !== undefined) {
    ;(isLast ? query.prefixes : query.terms).push(number)
    query.marks.push({ text: number, prefix: isLast })
    return 1
  }
  const parts = tokens(clause.text)
  if (clause.quoted) query.phrases.push(comparable([clause.text]))
  parts.forEach((token, index) => {
    addToken(query, token, isLast && !clause.quoted && index === parts.length - 1)
  })
  return parts.length
}

function addToken(query: SearchQuery, token: Token, asPrefix: boolean): void {
  query.marks.push({ text: token.text, prefix: asPrefix })
  if (token.kind !== 'run') {
    const term = shorten(token.text)
    ;(asPrefix && term === token.text && token.kind === 'word' ? query.prefixes : query.terms).push(term)
    return
  }
  const entries = pairs(token.text)
  // The last entry is the last character alone: it only helps where there is no pair.
  if (entries.length === 1) query.prefixes.push(token.text)
  else query.terms.push(...entries.slice(0, -1))
  if (entries.length > 2) query.phrases.push(token.text)
}

function isSelective(mark: { text: string }): boolean {
  const [first, ...rest] = Array.from(mark.text)
  return rest.length > 0 || tokens(first ?? '')[0]?.kind !== 'word'
}

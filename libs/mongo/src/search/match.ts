import { fold } from './fold.ts'
import type { SearchQuery } from './query.ts'
import { isRunCharacter, tokens } from './tokens.ts'

/** The form in which texts are compared word by word: folded tokens with one space between; texts stay apart by a line break. */
export function comparable(texts: readonly string[]): string {
  return texts
    .map((text) =>
      tokens(fold(text))
        .map((token) => token.text)
        .join(' '),
    )
    .join('\n')
}

/** Checks what the index cannot: phrases and negations, on the `comparable` text of a candidate. */
export function matches(query: Pick<SearchQuery, 'phrases' | 'negations'>, text: string): boolean {
  return (
    query.phrases.every((phrase) => containsPhrase(text, phrase)) &&
    !query.negations.some((phrase) => containsPhrase(text, phrase))
  )
}

/** True where the phrase stands in the text without cutting a word; a script without spaces may be cut anywhere. */
export function containsPhrase(text: string, phrase: string): boolean {
  if (phrase === '') return false
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    if (isEdge(text, at) && isEdge(text, at + phrase.length)) return true
  }
  return false
}

function isEdge(text: string, at: number): boolean {
  const before = characterBefore(text, at)
  const after = String.fromCodePoint(text.codePointAt(at) ?? 32)
  if (before === '' || before === ' ' || before === '\n' || after === ' ' || after === '\n') return true
  return isRunCharacter(before) && isRunCharacter(after)
}

function characterBefore(text: string, at: number): string {
  return Array.from(text.slice(Math.max(0, at - 2), at)).at(-1) ?? ''
}

import { containsPhrase } from './match.ts'
import type { SearchQuery } from './query.ts'
import { isRunCharacter } from './tokens.ts'

/** Word count at which a text is neither favoured nor punished for its length. */
const typicalWords = 12

/** How soon further hits of the same word stop counting, and how much length matters (BM25's k1 and b). */
const saturation = 1.2
const lengthWeight = 0.5

const exactWeight = 1
const prefixWeight = 0.6
const adjacentBonus = 1

/**
 * How well a candidate answers the query, 0 and up: BM25 within one text (every candidate has every word, so rarity
 * would not tell them apart), whole words before beginnings, and the words standing next to each other on top.
 * `text` is the `comparable` text of the message.
 */
export function score(query: Pick<SearchQuery, 'marks'>, text: string): number {
  const words = text.split(/[ \n]/)
  const norm = saturation * (1 - lengthWeight + lengthWeight * (words.length / typicalWords))
  let sum = 0
  for (const mark of query.marks) {
    const hits = weigh(words, mark)
    sum += (hits * (saturation + 1)) / (hits + norm)
  }
  const together = query.marks.map((mark) => mark.text).join(' ')
  if (query.marks.length > 1 && containsPhrase(text, together)) sum += adjacentBonus
  return Math.round(sum * 1e6) / 1e6
}

function weigh(words: readonly string[], mark: SearchQuery['marks'][number]): number {
  let hits = 0
  for (const word of words) {
    if (isRunCharacter(word.slice(0, 2))) hits += word.split(mark.text).length - 1
    else if (word === mark.text) hits += exactWeight
    else if (mark.prefix && word.startsWith(mark.text)) hits += prefixWeight
  }
  return hits
}

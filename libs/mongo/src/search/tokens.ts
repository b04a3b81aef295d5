/**
 * `word` is a run of letters and digits of a script that writes spaces, `run` one of a script that does not (or
 * whose words take endings: Hangul), `emoji` a single pictograph. Offsets are UTF-16 units of the folded text.
 */
export type Token = { kind: 'word' | 'run' | 'emoji'; text: string; start: number }

/**
 * Scripts searched by overlapping pairs: those written without spaces, where a dictionary would cut a message and a
 * query in different places, and Hangul, whose words take endings.
 */
const runScripts =
  'Han Hiragana Katakana Hangul Bopomofo Thai Lao Khmer Myanmar Yi Tangut Nushu Tai_Le New_Tai_Lue Tai_Tham Tai_Viet'
const written = String.raw`[\p{L}\p{M}\p{N}]`
const unspaced = `[[${runScripts
  .split(' ')
  .map((script) => `\\p{scx=${script}}`)
  .join('')}]&&${written}]`
const tokenPattern = new RegExp(
  String.raw`(?<run>${unspaced}+)|(?<emoji>[\p{Extended_Pictographic}\p{Regional_Indicator}])|(?<word>(?!\p{M})[${written}--${unspaced}]+)`,
  'gv',
)

/** Cuts folded text into what can be searched for; everything else, a mark without its letter too, is a separator. */
export function tokens(folded: string): Token[] {
  const found: Token[] = []
  for (const match of folded.matchAll(tokenPattern)) {
    const kind =
      match.groups?.run !== undefined ? 'run' : match.groups?.emoji !== undefined ? 'emoji' : 'word'
    found.push({ kind, text: match[0], start: match.index })
  }
  return found
}

/** Every character with its follower, and the last one alone: so a lone character is the start of some entry. */
export function pairs(run: string): string[] {
  const chars = Array.from(run)
  return chars.map((char, index) => char + (chars[index + 1] ?? ''))
}

/** True for a character of a script that is searched by pairs. */
export function isRunCharacter(char: string): boolean {
  return tokens(char)[0]?.kind === 'run'
}

/**
 * `word` is a run of letters and digits of a script that writes spaces, `run` one of a script that does not (or
 * whose words take endings: Hangul), `emoji` a single pictograph. Offsets are UTF-16 units of the folded text.
 */
export type Token = { kind: 'word' | 'run' | 'emoji'; text: string; start: number }

/** Scripts searched by overlapping pairs: a dictionary would cut a message and a query in different places. */
const tokenPattern =
  /(?<run>[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]&&[\p{L}\p{M}\p{N}]]+)|(?<emoji>[\p{Extended_Pictographic}\p{Regional_Indicator}])|(?<word>[[\p{L}\p{M}\p{N}]--[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]&&[\p{L}\p{M}\p{N}]]]+)/gv

/** Cuts folded text into what can be searched for; everything else is a separator. */
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

/**
 * A base character with the marks that belong to it (half-width voicing marks too), or a run of conjoining jamo.
 * Folding piece by piece keeps the way back from the folded text to the original one.
 */
const piecePattern = /[\u1100-\u11ff\uffa0-\uffdc]+|\P{M}[\p{M}\uff9e\uff9f]*|[\p{M}\uff9e\uff9f]+/gsu

/** Marks that people leave out when they type. Thai, Indic and kana marks are letters to their readers: they stay. */
const accents =
  /[[\p{M}&&[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}]]--[\u3099\u309a]]/gv

/** Joiners, variation selectors, soft hyphens, emoji skin tones, and the Arabic tatweel. */
const invisible = /\p{Default_Ignorable_Code_Point}|\p{Emoji_Modifier}|\u0640/gu

/** Letters that neither NFKD nor case folding brings together (after Lucene's ASCII, Arabic and Persian folding). */
const alike = new Map(
  Object.entries({
    ς: 'σ',
    ø: 'o',
    ł: 'l',
    đ: 'd',
    ð: 'd',
    þ: 'th',
    æ: 'ae',
    œ: 'oe',
    ħ: 'h',
    ŧ: 't',
    ى: 'ي',
    ی: 'ي',
    ک: 'ك',
    ٱ: 'ا',
    ة: 'ه',
    '’': "'",
    '‘': "'",
    ʼ: "'",
  }),
)

const asciiOnly = /^[\0-\x7f]*$/
const rememberedPiecesMax = 8_192
const remembered = new Map<string, string>()

/** Folded text and, for each of its UTF-16 units, where the piece it came from starts and ends in the original. */
export type Folded = { text: string; starts: number[]; ends: number[] }

/**
 * What two texts must have in common to count as the same when searched: NFKD without accents, full case folding,
 * decimal digits of every script as 0-9. Idempotent, total for any string (lone surrogates included).
 */
export function fold(text: string): string {
  if (asciiOnly.test(text)) return text.toLowerCase()
  let folded = ''
  for (const [piece] of text.matchAll(piecePattern)) folded += foldPiece(piece)
  return folded
}

/** `fold` with the way back; offsets are UTF-16 units. */
export function foldWithOffsets(text: string): Folded {
  const folded: Folded = { text: '', starts: [], ends: [] }
  for (const match of text.matchAll(piecePattern)) {
    const piece = foldPiece(match[0])
    folded.text += piece
    for (let unit = 0; unit < piece.length; unit += 1) {
      folded.starts.push(match.index)
      folded.ends.push(match.index + match[0].length)
    }
  }
  return folded
}

function foldPiece(piece: string): string {
  if (piece.length === 1 && piece < '\x80') return piece.toLowerCase()
  const known = remembered.get(piece)
  if (known !== undefined) return known
  const bare = strip(piece)
  // Upper case first: ß and ẞ become ss, the dotless ı becomes i, and Greek final sigma loses its place.
  const cased = strip(bare.toLowerCase().toUpperCase().toLowerCase())
  const folded = Array.from(cased, (char) => alike.get(char) ?? digit(char))
    .join('')
    .normalize('NFC')
  if (remembered.size >= rememberedPiecesMax) remembered.clear()
  if (piece.length <= 8) remembered.set(piece, folded)
  return folded
}

function strip(text: string): string {
  return text.normalize('NFKD').replaceAll('\u200b', ' ').replace(invisible, '').replace(accents, '')
}

/** Unicode's decimal digits come in rows of ten that begin at …0 or …6. */
function digit(char: string): string {
  if (char < '\x80' || !/^\p{Nd}$/u.test(char)) return char
  const code = char.codePointAt(0) ?? 0
  const row = code & ~0xf
  const zero = /\p{Nd}/u.test(String.fromCodePoint(row)) ? row : row + 6
  const value = code - zero
  return value >= 0 && value <= 9 ? String(value) : char
}

/** Letters to choose from, by script: common ones, so that what they are put together to looks like the language. */
const alphabets: readonly [RegExp, string][] = [
  [/\p{Script=Latin}/u, 'abcdefghijklmnoprstuvwy'],
  [/\p{Script=Han}/u, '的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动'],
  [/\p{Script=Hiragana}/u, 'あいうえおかきくけこさしすせそたちつてとなにのはまみもやゆよらりるれろわ'],
  [/\p{Script=Katakana}/u, 'アイウエオカキクケコサシスセソタチツテトナニノハマミモヤユヨラリルレロワ'],
  [/\p{Script=Hangul}/u, '가나다라마바사아자차카타파하고노도로모보소오조기니디리미비시이지'],
  [/\p{Script=Thai}/u, 'กขคงจฉชดตถทนบปผพมยรลวสหอ'],
  [/\p{Script=Arabic}/u, 'ابتجحدرزسشصطعفقكلمنهوي'],
  [/\p{Script=Hebrew}/u, 'אבגדהוזחטילמנסעפצקרשת'],
  [/\p{Script=Cyrillic}/u, 'абвгдежзиклмнопрстуфхч'],
  [/\p{Script=Greek}/u, 'αβγδεζηθικλμνξοπρστυφχψω'],
  [/\p{Script=Devanagari}/u, 'कखगघचजटडतथदधनपबमयरलवसह'],
  [/\p{Script=Bengali}/u, 'কখগঘচজটডতথদধনপবমযরলসহ'],
  [/\p{Script=Tamil}/u, 'கசடதபறயரலவழளநமன'],
]
/** A script that is not in the table still must not tell anything. */
const fallback = 'x'

const ascii = Array.from('abcdefghijklmnoprstuvwy')

/** Another letter of the same script and case; a mark that belongs to a letter stays. `byte` chooses. */
export function letterLike(letter: string, byte: number): string {
  const isAscii = letter < '\x80'
  if (!isAscii && /\p{M}/u.test(letter)) return letter
  const alphabet = isAscii
    ? ascii
    : Array.from(alphabets.find(([script]) => script.test(letter))?.[1] ?? fallback)
  const chosen = alphabet[byte % alphabet.length] ?? fallback
  const upper = letter !== letter.toLowerCase() && letter === letter.toUpperCase()
  return upper ? chosen.toUpperCase() : chosen
}

/** One of the items by chance. `random` returns [0, 1). */
export function choose<T>(random: () => number, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new RangeError('nothing to choose from')
  return item
}

/** So many digits, the first of them a 1: an id that no double is too small for up to 15. */
export function digits(random: () => number, count: number): string {
  let text = '1'
  while (text.length < count) text += String(Math.floor(random() * 10))
  return text
}

/** A word in no other sample. Letters only and of fixed length, so that none is the start of another: the sequence number, then chance. */
export function sampleWord(random: () => number, seq: number): string {
  let letters = ''
  for (let rest = seq, place = 0; place < 6; place += 1, rest = Math.floor(rest / 26)) {
    letters = String.fromCharCode(97 + (rest % 26)) + letters
  }
  for (let place = 0; place < 8; place += 1) letters += String.fromCharCode(97 + Math.floor(random() * 26))
  return `q${letters}`
}

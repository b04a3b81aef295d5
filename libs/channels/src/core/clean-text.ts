/**
 * Makes a string storable everywhere: NUL (refused by PostgreSQL) is removed, a lone surrogate (no valid UTF-8)
 * becomes U+FFFD. Only for what is derived; stored bytes are never touched.
 */
export function cleanText(text: string): string {
  const whole = text.includes('\0') ? text.replaceAll('\0', '') : text
  return whole.isWellFormed() ? whole : whole.toWellFormed()
}

/** The first `codePointsMax` code points of a text: a cut never leaves half an emoji behind. */
export function cutText(text: string, codePointsMax: number): string {
  if (text.length <= codePointsMax) return text
  let end = 0
  for (let count = 0; count < codePointsMax && end < text.length; count += 1) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  }
  return text.slice(0, end)
}

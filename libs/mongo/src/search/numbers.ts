const digitsMin = 7
const digitsMax = 20

/** Digit groups as people write telephone and card numbers; a `+` begins a new one. */
const spaced = /\+?\d(?:[ \u00a0()./-]{0,3}\d)+/g
const tight = /\+?\d(?:[()./-]{0,2}\d)+/g

/**
 * Long numbers of folded text without their separators, so that `+62 812-3456-7890` is found however it is typed:
 * whole, and for an international number also without its country code, with and without the trunk zero.
 */
export function joinedNumbers(folded: string): string[] {
  const found: string[] = []
  for (const pattern of [spaced, tight]) {
    for (const [written] of folded.matchAll(pattern)) {
      const digits = written.replace(/\D/g, '')
      if (digits.length < digitsMin || digits.length > digitsMax) continue
      found.push(digits)
      if (written.startsWith('+')) found.push(...withoutCountryCode(digits))
    }
  }
  return found
}

/** A query's long number as one term, if it is plainly one number: it has a `+`, brackets or hyphens (dots alone may be a sum). */
export function asOneNumber(folded: string): string | undefined {
  if (!/^\+?[\d ()./-]+$/.test(folded) || !/[+(-]/.test(folded)) return undefined
  const digits = folded.replace(/\D/g, '')
  return digits.length >= digitsMin && digits.length <= digitsMax ? digits : undefined
}

/** Country codes have one to three digits. */
function withoutCountryCode(digits: string): string[] {
  return [1, 2, 3].flatMap((length) => {
    const national = digits.slice(length)
    return national.length >= digitsMin ? [national, `0${national}`] : []
  })
}

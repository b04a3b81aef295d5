import { createHmac } from 'node:crypto'
import { letterLike } from './letters.ts'

/** Replaces what tells of people by invented text of the same length and script; the same in gives the same out. */
export type Pseudonyms = {
  /** Text for people and ids: each run of letters and each run of digits by one of its own. */
  text(original: string): string
  /** The digits of a number that is no text; sign, point and length stay. */
  number(source: string): string
}

/** Shorter runs of digits (a quantity, a time of day) tell nothing about anyone and often steer a parser. */
const telltaleDigits = 5
/** The country of a phone number, which variants of numbers depend on. */
const keptDigits = 2

const hexDigits = 32

/** Ids of 32 hex digits, which may follow a letter or two; internet addresses; letters; digits, also those of one phone number that is written in groups. */
const runs =
  /(?<![\p{L}\d])[A-Z]{0,2}[\da-f]{32}(?![\p{L}\d])|\b\d{1,3}(?:\.\d{1,3}){3}\b|\p{L}[\p{L}\p{M}]*|\d+(?:[ ()/-]{1,2}\d{2,5}){2,5}(?!\d)|\d+/gu

/** Words that ids begin with and parsers look for. */
const literals = new Set(
  'wamid whatsapp messenger rcs sms ENT http https mailto tel base64 Accounts Messages Media'.split(' '),
)

/** @param key anything secret and random: without it nobody can go from a pseudonym back by trying names. */
export function createPseudonyms(key: string): Pseudonyms {
  const bytesFor = (run: string): Buffer => createHmac('sha512', key).update(run).digest()
  const digits = (run: string): string => {
    if (run.length < telltaleDigits) return run
    const bytes = bytesFor(run)
    return Array.from(run, (digit, place) =>
      place < keptDigits ? digit : String((bytes[place % bytes.length] ?? 0) % 10),
    ).join('')
  }
  /** RFC 5737: addresses that are nobody's. */
  const address = (run: string): string => `192.0.2.${(bytesFor(run)[0] ?? 0) % 254}`
  /** The groups of a phone number get the digits that the number has where it is written in one. */
  const grouped = (run: string): string => {
    const replaced = digits(run.replace(/\D/g, ''))
    let next = 0
    return run.replace(/\d/g, () => replaced.charAt(next++))
  }
  /** Hex digits for hex digits, behind the letters that tell what it is the id of: a parser knows an id by them. */
  const hexId = (run: string): string => {
    const digitsAt = run.length - hexDigits
    const bytes = bytesFor(run.slice(digitsAt))
    const replaced = Array.from(run.slice(digitsAt), (digit, place) => {
      const byte = bytes[place] ?? 0
      return /\d/.test(digit) ? String(byte % 10) : 'abcdef'.charAt(byte % 6)
    })
    return run.slice(0, digitsAt) + replaced.join('')
  }
  const letters = (run: string): string => {
    const bytes = bytesFor(run.toLowerCase())
    return Array.from(run, (letter, place) => letterLike(letter, bytes[place % bytes.length] ?? 0)).join('')
  }
  /** An id like U0BOT keeps its first letter, which tells what it is the id of. */
  const word = (run: string, at: number, text: string): string => {
    if (literals.has(run)) return run
    const replaced = letters(run)
    if (!/^[A-Z]+$/.test(run)) return replaced
    if (run.length === 2 && /^\d{8}/.test(text.slice(at + 2))) return run
    const isIdPart = /\d/.test(text.charAt(at + run.length) + text.charAt(at - 1))
    return isIdPart ? run.charAt(0) + replaced.slice(1) : replaced
  }
  return {
    text: (original) =>
      original.replace(runs, (run, at: number) =>
        /^[A-Z]{0,2}[\da-f]{32}$/.test(run)
          ? hexId(run)
          : /^\d+(?:\.\d+){3}$/.test(run)
            ? address(run)
            : /^\d/.test(run)
              ? grouped(run)
              : word(run, at, original),
      ),
    number: (source) => source.replace(/\d+/g, digits),
  }
}

import { createHash } from 'node:crypto'

/** An index row must fit a third of a page; nothing any provider calls an id comes near this. */
const keyCharsMax = 512

/**
 * What PostgreSQL can hold of a text: NUL and lone surrogates, which it refuses, become U+FFFD. One such character
 * must not fail the whole batch.
 */
export const storableText = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed()

/** The same for a text that is part of an index; one too long for it is replaced by its hash. */
export const storableKey = (text: string): string =>
  text.length <= keyCharsMax
    ? storableText(text)
    : `sha256:${createHash('sha256').update(text).digest('hex')}`

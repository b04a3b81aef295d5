import { asText } from '../core/access.ts'
import { lines as allLines } from '../core/lines.ts'

/** The texts among the values, one a line, each once; undefined where there are none. */
export const lines = (...values: readonly unknown[]): string | undefined =>
  allLines(...new Set(values.map(asText)))

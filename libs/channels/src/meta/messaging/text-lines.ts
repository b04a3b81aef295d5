import { asText } from '../../core/access.ts'

/** The texts among the values, one a line, each once. */
export function textLines(...values: readonly unknown[]): string | undefined {
  const texts = values.map(asText).filter((text) => text !== undefined)
  return texts.length === 0 ? undefined : [...new Set(texts)].join('\n')
}

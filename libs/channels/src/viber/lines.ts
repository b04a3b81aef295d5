import { asText } from '../core/access.ts'

/** The texts among the values, one a line, each once; undefined where there are none. */
export function lines(...values: readonly unknown[]): string | undefined {
  const texts = new Set(values.map(asText).filter((text) => text !== undefined))
  return texts.size === 0 ? undefined : [...texts].join('\n')
}

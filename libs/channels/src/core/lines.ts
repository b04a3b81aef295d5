import { asText } from './access.ts'

/** The texts among the values, one a line; undefined where there are none. */
export function lines(...values: readonly unknown[]): string | undefined {
  const texts = values.map(asText).filter((text) => text !== undefined)
  return texts.length === 0 ? undefined : texts.join('\n')
}

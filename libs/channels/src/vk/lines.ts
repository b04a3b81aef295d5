import { asText } from '../core/access.ts'

/** The texts among the values, one a line. */
export function lines(...values: readonly unknown[]): string {
  return values
    .map(asText)
    .filter((text) => text !== undefined)
    .join('\n')
}

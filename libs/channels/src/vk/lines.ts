import { lines as linesOrNone } from '../core/lines.ts'

/** The texts among the values, one a line; '' where there are none. */
export const lines = (...values: readonly unknown[]): string => linesOrNone(...values) ?? ''

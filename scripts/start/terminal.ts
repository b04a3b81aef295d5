import { styleText } from 'node:util'

type Style = Parameters<typeof styleText>[0]

/** Coloured where standard output is a terminal and NO_COLOR is not set. */
export const paint = (style: Style, text: string): string =>
  styleText(style, text, { stream: process.stdout })

/** One line of progress. */
export const say = (line: string): void => console.log(`${paint('dim', '·')} ${line}`)

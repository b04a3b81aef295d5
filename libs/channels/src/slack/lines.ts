/** The texts that are there, one a line; undefined where there are none. */
export function lines(...texts: readonly (string | undefined)[]): string | undefined {
  const said = texts.filter((text) => text !== undefined && text !== '')
  return said.length === 0 ? undefined : said.join('\n')
}

import { glob, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { createProgram } from '@omnistream/cli/program'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const pages = await Array.fromAsync(
  glob(['*.md', 'docs/**/*.md'], { cwd: root, exclude: (name) => name.includes('node_modules') }),
)
const nothing = (): void => {}
const program = createProgram({
  ...{ env: {}, development: {}, out: nothing, err: nothing, fail: nothing },
  outBytes: async () => {},
  ...{ stdin: Readable.from([]), isTerminal: false, stop: new AbortController().signal },
  now: () => new Date(0),
})

type Command = typeof program

/** The words of each `omnistream …` in code, on as many lines as end in a backslash. */
const commandLines = (text: string): string[][] =>
  [
    ...text
      .replaceAll(/\\\n\s*/g, '')
      .matchAll(/(?:^ *|`|\$ )(?:npm run )?omnistream (?:-- )?([a-z][^`|#\n]*)/gm),
  ].map(([, words = '']) => words.trim().split(/\s+/))

/** The command that the words name, and what is left of them. */
function resolveCommand(words: readonly string[]): { command: Command; rest: readonly string[] } {
  let command: Command = program
  let rest = words
  for (;;) {
    const child = command.commands.find((one) => one.name() === rest[0])
    if (!child) return { command, rest }
    command = child as Command
    rest = rest.slice(1)
  }
}

/** What somebody who pastes the line would be told is wrong with its flags. */
function faults(words: readonly string[]): string[] {
  const { command, rest } = resolveCommand(words)
  const flags = rest.filter((word) => word.startsWith('--')).map((word) => word.replace(/[=).,;].*$/, ''))
  const known = command.options.map((option) => option.long)
  const unknown = flags.filter((flag) => flag !== '--help' && !known.includes(flag))
  // A command named without its argument is spoken of, not shown.
  const isShown = rest[0] !== undefined && !rest[0].startsWith('--') && flags.length > 0
  const required = command.options.filter((option) => option.mandatory).map((option) => option.long)
  const absent = isShown ? required.filter((flag) => flag && !flags.includes(flag)) : []
  return [...unknown, ...absent].map((flag) => `${words.join(' ')}: ${flag}`)
}

it('finds command lines in the pages', async () => {
  const setUp = await readFile(join(root, 'README.md'), 'utf8')
  expect(commandLines(setUp).map(([first]) => first)).toContain('accounts')
})

it.each(pages)('%s shows commands with flags that exist, and with all that they need', async (page) => {
  const text = await readFile(join(root, page), 'utf8')
  expect(commandLines(text).flatMap(faults)).toEqual([])
})

import { Readable } from 'node:stream'
import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import type { CliContext } from './context.ts'
import { createProgram } from './program.ts'
import { runCommandLine } from './testing/run-command-line.ts'

const context: CliContext = {
  ...{ env: {}, development: {}, stdin: Readable.from([]), isTerminal: false },
  ...{ out() {}, async outBytes() {}, err() {}, fail() {}, stop: new AbortController().signal },
  now: () => new Date(),
}

/** Every command that does something, as the words that call it. */
const leaves = (command: Command, path: readonly string[] = []): string[][] =>
  command.commands.length === 0
    ? [[...path]]
    : command.commands.flatMap((child) => leaves(child, [...path, child.name()]))

const commands = leaves(createProgram(context)).filter(([first]) => first !== 'help')

describe('omnistream', () => {
  it.each(commands.map((path) => [path.join(' '), path]))(
    '%s --help tells what it is for and gives an example',
    async (name, path) => {
      const { code, out } = await runCommandLine([...path, '--help'])
      expect(code).toBe(0)
      expect(out).toMatch(new RegExp(`Usage: omnistream ${name}`))
      expect(out).toMatch(/Examples:\n {2}\$ omnistream/)
    },
  )

  it.each(commands.filter(([first]) => first !== 'parse').map((path) => [path.join(' '), path]))(
    '%s can print JSON',
    async (_, path) => {
      expect((await runCommandLine([...path, '--help'])).out).toContain('--json')
    },
  )

  it('prints its version', async () => {
    expect(await runCommandLine(['--version'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    })
  })

  it.each([
    ['nothing at all', []],
    ['an unknown command', ['reply']],
    ['an unknown option', ['doctor', '--hard']],
    ['a missing argument', ['audit', 'show']],
    ['a malformed id', ['audit', 'show', '42']],
    ['a malformed number', ['simulate', 'whatsapp', '--count', 'many']],
    ['options that exclude each other', ['replay', '--state', 'done', '--dry-run', '--side-effects']],
    ['a run over everything', ['replay', '--dry-run', '--api-key', 'k']],
    ['an unknown channel', ['parse', 'pigeon', 'file.json']],
    ['a setting that is missing', ['audit', 'search']],
    ['a setting that cannot be read', ['audit', 'search', '--api-url', 'ftp://x', '--api-key', 'k']],
  ])('ends with 2 for %s', async (_, argv) => {
    const ran = await runCommandLine(argv)
    expect(ran).toMatchObject({ code: 2, out: '' })
    expect(ran.err).not.toContain('    at ')
  })

  it('ends with 1 for a server that is away, in one line that names it', async () => {
    const ran = await runCommandLine([
      'audit',
      'search',
      '--api-url',
      'http://127.0.0.1:1',
      '--api-key',
      'secret-key',
    ])
    expect(ran).toMatchObject({ code: 1, out: '' })
    expect(ran.err).toMatch(/^omnistream: the API at http:\/\/127\.0\.0\.1:1 cannot be reached \(\w+\)$/)
  })

  it('tells machines of an error in JSON, and never repeats a key', async () => {
    const ran = await runCommandLine([
      ...['replay', 'list', '--json', '--api-url', 'http://127.0.0.1:1', '--api-key', 'secret-key'],
    ])
    expect(JSON.parse(ran.err)).toMatchObject({ error: { code: 'API_UNREACHABLE' } })
    expect(ran.err).not.toContain('secret-key')
  })

  it('says how to give a setting that is missing', async () => {
    const { err } = await runCommandLine(['audit', 'search'])
    expect(err).toBe(
      'omnistream: OMNISTREAM_API_KEY is not set: give --api-key, set OMNISTREAM_API_KEY, or run npm start once: it writes the settings of a development machine',
    )
  })
})

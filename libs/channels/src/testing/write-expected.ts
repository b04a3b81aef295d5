import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import type { Channel } from '../core/channel.ts'
import { exampleNames, readExample } from './read-example.ts'

type Options = {
  channel: Channel
  /** The channel's `examples/`. */
  folder: URL
  /** The account in the callback's path, for a channel whose payloads name none and an example that does not either. */
  account?: string
  /** Also those that are written down already. */
  all?: boolean
}

/**
 * Writes what the parser makes of each example into `expected/`, for somebody to read and correct: a first draft, no
 * proof. Returns the names it wrote. Throws where an example cannot be read.
 */
export function writeExpected({ channel, folder, account: given, all }: Options): string[] {
  const expected = new URL('expected/', folder)
  mkdirSync(expected, { recursive: true })
  return exampleNames(folder).flatMap((example) => {
    const name = example.replace(/\.http$/, '.json')
    const file = new URL(name, expected)
    if (all !== true && existsSync(file)) return []
    const { body, headers, account = given } = readExample(folder, example)
    const callback = account === undefined ? { headers } : { headers, account }
    const payload = channel.read(body, callback)
    if (!payload.ok) throw new Error(`${example}: ${payload.error}`)
    writeFileSync(file, `${JSON.stringify(channel.parse(payload.value, callback), null, 2)}\n`)
    return [name]
  })
}

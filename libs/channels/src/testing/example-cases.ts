import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ChannelCases } from './channel-cases.ts'
import { exampleNames, readExample } from './read-example.ts'
import { toCallback } from './to-request.ts'

/** The table: each example payload gives exactly the updates that are written down for it, and all pairs are whole. */
export function exampleCases(cases: ChannelCases): void {
  const { channel, examples } = cases
  const names = exampleNames(examples)

  test.each(names)('%s', (name) => {
    const { body, headers, account } = readExample(examples, name)
    const callback = toCallback(account === undefined ? cases : { ...cases, account }, headers)
    const read = channel.read(body, callback)
    expect(read.ok).toBe(true)
    const updates = channel.parse(read.ok ? read.value : undefined, callback)
    expect(updates).toEqual(JSON.parse(readFileSync(new URL(expectedName(name), examples), 'utf8')))
  })
  test('every expectation has its example', () => {
    expect(exampleNames(new URL('expected/', examples)).map((name) => `expected/${name}`)).toEqual(
      names.map(expectedName).sort(),
    )
  })
}

const expectedName = (name: string): string => `expected/${name.replace(/\.http$/, '.json')}`

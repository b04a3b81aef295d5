import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ChannelCases } from './channel-cases.ts'

/** The table: each example payload gives exactly the updates that are written down for it, and all pairs are whole. */
export function exampleCases({ channel, examples }: ChannelCases): void {
  const names = jsonFiles(examples)

  test.each(names)('%s', (name) => {
    const read = channel.read(readFileSync(new URL(name, examples)))
    expect(read.ok).toBe(true)
    const updates = channel.parse(read.ok ? read.value : undefined)
    expect(updates).toEqual(JSON.parse(readFileSync(new URL(`expected/${name}`, examples), 'utf8')))
  })
  test('every expectation has its example', () => {
    expect(jsonFiles(new URL('expected/', examples))).toEqual(names)
  })
}

function jsonFiles(folder: URL): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
}

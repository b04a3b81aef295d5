import { readdirSync, readFileSync } from 'node:fs'
import type { Callback } from '../core/channel.ts'

export type Example = { name: string; body: Uint8Array; headers: Callback['headers'] }

/** Names of the examples in a folder, without `expected/`. */
export function exampleNames(folder: URL): string[] {
  return readdirSync(folder)
    .filter((name) => /\.(?:json|http)$/.test(name))
    .sort()
}

/** A `.json` example is a body; an `.http` one has header lines, an empty line and then the bytes as they came. */
export function readExample(folder: URL, name: string): Example {
  const bytes = readFileSync(new URL(name, folder))
  if (name.endsWith('.json')) return { name, body: bytes, headers: { 'content-type': 'application/json' } }
  const end = bytes.indexOf('\n\n')
  if (end === -1) throw new Error(`${name}: no empty line after the headers`)
  const lines = bytes.subarray(0, end).toString('latin1').split('\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  return { name, body: bytes.subarray(end + 2), headers }
}

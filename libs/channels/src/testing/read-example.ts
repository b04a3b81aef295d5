import { readdirSync, readFileSync } from 'node:fs'
import { type HttpFile, readHttpFile } from '../core/http-file.ts'

export type Example = HttpFile & { name: string }

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
  const read = readHttpFile(bytes)
  if (!read.ok) throw new Error(`${name}: ${read.error}`)
  const { ok: _, ...file } = read
  return { name, ...file }
}

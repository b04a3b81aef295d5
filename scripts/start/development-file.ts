import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parseEnv } from 'node:util'

export type DevelopmentValues = Readonly<Record<string, string>>

const heading =
  '# Settings of this machine for development, written by `npm start`. Delete the file to begin anew.'

/** What an earlier start wrote; empty where there was none. */
export async function readDevelopmentFile(path: string): Promise<DevelopmentValues> {
  try {
    const parsed = parseEnv(await readFile(path, 'utf8'))
    return Object.fromEntries(
      Object.entries(parsed).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    )
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw error
  }
}

/** Replaces the file in one step; it holds secrets, so only its owner may read it. */
export async function writeDevelopmentFile(path: string, values: DevelopmentValues): Promise<void> {
  const lines = Object.entries(values).map(([name, value]) => `${name}='${value}'`)
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.new`
  await writeFile(draft, `${heading}\n${lines.join('\n')}\n`, { mode: 0o600 })
  await rename(draft, path)
}

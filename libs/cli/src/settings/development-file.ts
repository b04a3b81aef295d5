import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'

const repositoryRoot = resolve(import.meta.dirname, '../../../..')

/** Where `npm start` leaves the settings of this machine. */
export function developmentFilePath(env: Readonly<Record<string, string | undefined>>): string {
  return join(env.OMNISTREAM_DEVSTACK_DIR?.trim() || join(repositoryRoot, '.devstack'), 'development.env')
}

/** Its settings; empty where the file is missing or not for us to read. */
export function readDevelopmentFile(path: string): Record<string, string> {
  try {
    const parsed = parseEnv(readFileSync(path, 'utf8'))
    return Object.fromEntries(
      Object.entries(parsed).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    )
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'EACCES' || code === 'ENOTDIR') return {}
    throw error
  }
}

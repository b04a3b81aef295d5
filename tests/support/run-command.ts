import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

export type Ran = { code: number | null; out: string; bytes: Buffer; err: string; ms: number }

/** Runs one of the repository's scripts to its end; `input` goes to its standard input. */
export async function runScript(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input: string | Uint8Array = '',
): Promise<Ran> {
  const begin = performance.now()
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const out: Buffer[] = []
  const err: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
  // A script that ends early does not read what is left.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [code] = (await once(child, 'close')) as [number | null]
  const bytes = Buffer.concat(out)
  return {
    ...{ code, bytes, out: bytes.toString('utf8'), err: Buffer.concat(err).toString('utf8') },
    ms: performance.now() - begin,
  }
}

import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'

/** What the edge can be set to take at most. */
export const bytesMax = 12 * 1024 * 1024
const tooLarge = `larger than ${bytesMax / 1024 / 1024} MiB, the most that the edge can take`

export type ReadOutcome = { ok: true; body: Buffer } | { ok: false; error: string }

/** The bytes of a payload file, or of standard input for `-`. */
export async function readPayload(file: string, stdin: Readable): Promise<ReadOutcome> {
  try {
    return file === '-' ? await readStream(stdin) : await readFile(file)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'failed'
    return { ok: false, error: reasons[code] ?? `cannot be read (${code})` }
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'may not be read',
  EISDIR: 'is a folder',
}

async function readFile(file: string): Promise<ReadOutcome> {
  const handle = await open(file, 'r')
  try {
    const info = await handle.stat()
    if (info.isDirectory()) return { ok: false, error: 'is a folder' }
    // A pipe or a device may never end.
    if (!info.isFile()) return { ok: false, error: 'is no ordinary file; use - for standard input' }
    if (info.size > bytesMax) return { ok: false, error: tooLarge }
    return { ok: true, body: await handle.readFile() }
  } finally {
    await handle.close()
  }
}

async function readStream(stream: Readable): Promise<ReadOutcome> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    const part = Buffer.from(chunk)
    bytes += part.length
    if (bytes > bytesMax) return { ok: false, error: tooLarge }
    chunks.push(part)
  }
  return { ok: true, body: Buffer.concat(chunks) }
}

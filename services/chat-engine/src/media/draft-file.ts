import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Writable } from 'node:stream'

/** Enough to know a file's type by. */
export const headBytes = 32

export type DraftFacts = { bytes: number; sha256: string; head: Buffer }

/** A sink into a file that knows the number of its bytes, their hash and their beginning once it has ended. */
export function createDraft(file: string): { open(): Writable; facts(): DraftFacts } {
  const hash = createHash('sha256')
  let head: Buffer = Buffer.alloc(0)
  let bytes = 0
  return {
    open() {
      const target = createWriteStream(file)
      const sink = new Writable({
        write(chunk: Buffer, _encoding, callback) {
          hash.update(chunk)
          bytes += chunk.byteLength
          if (head.length < headBytes) head = Buffer.concat([head, chunk]).subarray(0, headBytes)
          target.write(chunk, callback)
        },
        final: (callback) => void target.end(callback),
        destroy(error, callback) {
          target.destroy()
          callback(error)
        },
      })
      target.on('error', (error) => sink.destroy(error))
      return sink
    },
    facts: () => ({ bytes, sha256: hash.digest('hex'), head }),
  }
}

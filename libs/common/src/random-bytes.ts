import { randomFillSync } from 'node:crypto'

const pool = Buffer.allocUnsafe(16_384)
let used = pool.length

/**
 * Bytes of the operating system's generator, fetched many at a time: a call for each id was a twentieth of the
 * edge's time. The bytes are handed out once and are the caller's own. For ids; keys and nonces come straight from
 * `node:crypto`.
 */
export function randomBytes(size: number): Buffer {
  if (size > pool.length) return randomFillSync(Buffer.allocUnsafe(size))
  if (used + size > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += size
  return Buffer.from(pool.subarray(used - size, used))
}

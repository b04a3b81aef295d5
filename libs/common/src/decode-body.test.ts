import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { decodeBody } from './decode-body.ts'

const plain = Buffer.from('{"a":1}')

describe('decodeBody', () => {
  it.each([
    ['gzip', gzipSync(plain)],
    ['GZIP', gzipSync(plain)],
    ['deflate', deflateSync(plain)],
    ['br', brotliCompressSync(plain)],
    ['identity', plain],
    [undefined, plain],
  ])('reads %s', (encoding, bytes) => {
    expect(decodeBody(bytes, encoding, 100)).toMatchObject({ ok: true, bytes: plain })
  })

  it('stops a small body that would inflate past the limit', () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    expect(bomb.length).toBeLessThan(100_000)
    expect(decodeBody(bomb, 'gzip', 1_000_000)).toEqual({ ok: false, reason: 'too large' })
  })

  it.each(['toString', 'zstd', 'gzip, gzip'])('refuses the encoding %s', (encoding) => {
    expect(decodeBody(plain, encoding, 100)).toEqual({ ok: false, reason: 'unknown encoding' })
  })

  it('says that broken bytes are broken', () => {
    expect(decodeBody(plain, 'gzip', 100)).toEqual({ ok: false, reason: 'broken' })
  })
})

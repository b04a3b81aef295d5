import { Readable } from 'node:stream'
import { constants, createBrotliCompress, createDeflate, createGzip, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ResponseLimits, readResponse } from './read-response.ts'

const read = (
  chunks: Iterable<Uint8Array> | Readable,
  limits: ResponseLimits = { charsMax: 4_096 },
  headers: Record<string, string> = {},
): Promise<string> =>
  readResponse(
    {
      ...{ status: 200, headers, touch: () => {} },
      body: chunks instanceof Readable ? chunks : Readable.from(chunks),
    },
    limits,
  )

const bytes = (text: string): Buffer => Buffer.from(text)

describe('the text of an answer', () => {
  it('is cut by code points, wherever the chunks are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme' }),
        fc.nat(20),
        fc.integer({ min: 1, max: 5 }),
        async (text, charsMax, size) => {
          const whole = bytes(text)
          const chunks: Buffer[] = []
          for (let at = 0; at < whole.length; at += size) chunks.push(whole.subarray(at, at + size))
          const expected = [...text.replaceAll('\0', '')].slice(0, charsMax).join('')
          expect(await read(chunks, { charsMax })).toBe(expected.replace(/^\uFEFF/, ''))
        },
      ),
    )
  })

  it('is cut by bytes too, without half a character', async () => {
    expect(await read([bytes('aé😀b')], { charsMax: 100, bytesMax: 6 })).toBe('aé')
    expect(await read([bytes('aé😀b')], { charsMax: 100, bytesMax: 7 })).toBe('aé😀')
  })

  it('has no NUL and no broken UTF-8', async () => {
    const text = await read([Buffer.from([0x61, 0, 0xff, 0xc3]), Buffer.from([0x28, 0xf0, 0x9f])])
    expect(text).toBe('a\ufffd\ufffd(\ufffd')
    expect(text.isWellFormed()).toBe(true)
  })

  it('of an endless body takes no more chunks than needed', async () => {
    let taken = 0
    function* endless() {
      for (;;) {
        taken += 1
        yield bytes('x'.repeat(1_000))
      }
    }
    expect(await read(endless(), { charsMax: 4_096 })).toBe('x'.repeat(4_096))
    // 64 KiB are read away for the sake of the connection, and the stream reads ahead a little.
    expect(taken).toBeLessThan(150)
  })

  it.each([
    ['gzip', createGzip({ flush: constants.Z_SYNC_FLUSH })],
    ['deflate', createDeflate({ flush: constants.Z_SYNC_FLUSH })],
    ['br', createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH })],
  ] as const)(
    'is decoded from %s no further than its cut, also where it never ends',
    async (encoding, packer) => {
      let packed = 0
      function* endless() {
        for (;;) {
          packed += 1
          yield Buffer.alloc(100_000, 'x')
        }
      }
      Readable.from(endless()).pipe(packer)
      expect(await read(packer, { charsMax: 10 }, { 'content-encoding': encoding })).toBe('x'.repeat(10))
      expect(packed).toBeLessThan(1_000)
    },
  )

  it('of a broken or cut encoding is what could be read', async () => {
    const packed = gzipSync(bytes('hello'.repeat(10)))
    const headers = { 'content-encoding': 'gzip' }
    expect(await read([bytes('no gzip')], undefined, headers)).toBe('')
    expect(await read([packed.subarray(0, -8)], undefined, headers)).toBe('hello'.repeat(10))
  })

  it('of an unknown encoding is empty', async () => {
    expect(await read([bytes('abc')], undefined, { 'content-encoding': 'zstd' })).toBe('')
  })
})

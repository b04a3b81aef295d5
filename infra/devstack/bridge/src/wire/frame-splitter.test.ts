import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createFrameSplitter } from './frame-splitter.ts'
import { headerBytes } from './opcodes.ts'

function frame(payload: Uint8Array): Buffer {
  const bytes = Buffer.alloc(headerBytes + payload.length)
  bytes.writeInt32LE(bytes.length, 0)
  bytes.set(payload, headerBytes)
  return bytes
}

it('gives back the messages however the stream is cut', () => {
  const payloads = fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 8 })
  fc.assert(
    fc.property(payloads, fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (contents, cuts) => {
      const frames = contents.map(frame)
      const stream = Buffer.concat(frames)
      const split = createFrameSplitter()
      const received: Buffer[] = []
      for (let offset = 0, turn = 0; offset < stream.length; turn++) {
        const end = offset + (cuts[turn % cuts.length] ?? 1)
        received.push(...split(stream.subarray(offset, end)))
        offset = end
      }
      expect(received.map((one) => one.toString('hex'))).toEqual(frames.map((one) => one.toString('hex')))
    }),
  )
})

it.each([0, 15, -1, 1_001])('refuses a length of %i', (length) => {
  const header = Buffer.alloc(headerBytes)
  header.writeInt32LE(length, 0)
  expect(() => createFrameSplitter(1_000)(header)).toThrow(expect.objectContaining({ code: 'BAD_LENGTH' }))
})

import { serialize } from 'bson'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encode } from '../bson/encode.ts'
import { wireMessage, wireQuery } from '../testing/wire-message.ts'
import { parseMessage } from './parse-message.ts'
import { ProtocolError } from './protocol-error.ts'

const body = encode({ ping: 1, $db: 'admin' })
const documents = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.double()))

function failure(frame: Buffer): string | undefined {
  try {
    parseMessage(frame)
    return undefined
  } catch (error) {
    if (error instanceof ProtocolError) return error.code
    throw error
  }
}

describe('parseMessage', () => {
  it('finds body and sequences of any OP_MSG byte for byte', () => {
    const sequences = fc.array(
      fc.record({ name: fc.constantFrom('documents', 'updates'), list: fc.array(documents) }),
    )
    fc.assert(
      fc.property(fc.nat(), documents, sequences, fc.boolean(), (requestId, command, lists, summed) => {
        const bytes = Buffer.from(serialize(command))
        const raw = lists.map(({ name, list }) => ({
          name,
          documents: list.map((one) => Buffer.from(serialize(one))),
        }))
        const message = parseMessage(
          wireMessage({
            requestId,
            body: bytes,
            sequences: raw,
            ...(summed ? { checksum: 'right' as const } : {}),
          }),
        )
        expect(message.requestId).toBe(requestId)
        expect(message.body.equals(bytes)).toBe(true)
        expect(message.sequences.map((one) => [one.name, one.bytes.toString('hex')])).toEqual(
          raw.map((one) => [one.name, Buffer.concat(one.documents).toString('hex')]),
        )
      }),
    )
  })

  it('throws nothing but ProtocolError for garbage in place of any part', () => {
    const whole = wireMessage({
      requestId: 1,
      body,
      sequences: [{ name: 'documents', documents: [encode({ a: 1 })] }],
    })
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.uint8Array({ minLength: 1, maxLength: 12 }), (at, noise) => {
        const broken = Buffer.from(whole)
        broken.set(noise.subarray(0, broken.length - at), at)
        failure(broken)
      }),
      { numRuns: 2_000 },
    )
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 16, maxLength: 200 }),
        (noise) => void failure(Buffer.from(noise)),
      ),
    )
  })

  it('reads the database of an OP_QUERY from its collection', () => {
    expect(parseMessage(wireQuery(7, body))).toMatchObject({ kind: 'query', requestId: 7, database: 'admin' })
  })

  it('marks messages that want no answer', () => {
    expect(parseMessage(wireMessage({ requestId: 1, body, flags: 2 })).moreToCome).toBe(true)
  })

  it('refuses a wrong checksum', () => {
    expect(failure(wireMessage({ requestId: 1, body, checksum: 'wrong' }))).toBe('BAD_CHECKSUM')
  })

  it('refuses unknown required flags and ignores unknown optional ones', () => {
    expect(failure(wireMessage({ requestId: 1, body, flags: 1 << 5 }))).toBe('BAD_MESSAGE')
    expect(failure(wireMessage({ requestId: 1, body, flags: 1 << 16 }))).toBeUndefined()
  })

  it('refuses a body whose length is not its own', () => {
    const wrong = Buffer.from(body)
    wrong[wrong.length - 1] = 1
    expect(failure(wireMessage({ requestId: 1, body: wrong }))).toBe('BAD_BSON')
  })
})

import fc from 'fast-check'
import { Binary, UUID } from 'mongodb'
import { describe, expect, it } from 'vitest'
import { binaryToUuid, isUuid, type LegacyByteOrder, legacyBinary, uuidToBinary } from './uuid.ts'

const text = '00112233-4455-6677-8899-aabbccddeeff'
const orders: LegacyByteOrder[] = ['python', 'java', 'csharp']
const hex = (value: Binary): string => Buffer.from(value.value()).toString('hex')

describe('uuidToBinary', () => {
  it('writes the bytes of the text under subtype 4, or 0 where asked, as the driver does', () => {
    expect(uuidToBinary(text)).toEqual(new UUID(text).toBinary())
    expect(uuidToBinary(text).sub_type).toBe(4)
    expect(uuidToBinary(text, 0)).toMatchObject({ sub_type: 0 })
    expect(hex(uuidToBinary(text, 0))).toBe(text.replaceAll('-', ''))
  })

  it.each(['', text.slice(1), text.replaceAll('-', ''), `{${text}}`, `${text}\n`, text.replace('a', 'g')])(
    'refuses %j',
    (wrong) => {
      expect(isUuid(wrong)).toBe(false)
      for (const write of [uuidToBinary, legacyBinary])
        expect(() => write(wrong)).toThrow(expect.objectContaining({ code: 'UUID_FORMAT' }))
    },
  )
})

describe('binaryToUuid', () => {
  it('reads subtypes 4 and 0, upper case or not, as lower-case text', () => {
    expect(binaryToUuid(uuidToBinary(text.toUpperCase()))).toBe(text)
    expect(binaryToUuid(uuidToBinary(text, 0))).toBe(text)
  })

  // The three forms as the old drivers wrote them (BSON specification, binary subtype 3).
  it.each([
    ['python', '00112233445566778899aabbccddeeff'],
    ['java', '7766554433221100ffeeddccbbaa9988'],
    ['csharp', '33221100554477668899aabbccddeeff'],
  ] as const)('reads subtype 3 in the byte order of %s', (order, bytes) => {
    const stored = new Binary(Buffer.from(bytes, 'hex'), 3)
    expect(binaryToUuid(stored, order)).toBe(text)
    expect(legacyBinary(text, order)).toEqual(stored)
  })

  it('reads every id in every form back', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect(binaryToUuid(uuidToBinary(id))).toBe(id)
        expect(binaryToUuid(uuidToBinary(id, 0))).toBe(id)
        for (const order of orders) expect(binaryToUuid(legacyBinary(id, order), order)).toBe(id)
      }),
    )
  })

  it('reads a value whose buffer is longer than what it holds', () => {
    const roomy = new Binary(Buffer.alloc(0), 4)
    for (const byte of Buffer.from(text.replaceAll('-', ''), 'hex')) roomy.put(byte)
    expect(binaryToUuid(roomy)).toBe(text)
  })

  it.each([
    ['another subtype', new Binary(Buffer.alloc(16), 5)],
    ['another length', new Binary(Buffer.alloc(15), 4)],
    ['a longer one', new Binary(Buffer.alloc(17), 0)],
    ['nothing', new Binary(Buffer.alloc(0), 4)],
  ])('refuses %s', (_what, value) => {
    expect(() => binaryToUuid(value)).toThrow(expect.objectContaining({ code: 'UUID_FORMAT' }))
  })
})

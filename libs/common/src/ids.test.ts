import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isUuid, uuidFromBytes, uuidToBytes, uuidv5, uuidv7 } from './ids.ts'

const dnsNamespace = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'

describe('ids', () => {
  it('makes the UUIDv7 of RFC 9562, appendix A.6', () => {
    const random = () => Buffer.from('0cc318c4dc0c0c07398f', 'hex')
    expect(uuidv7(0x017f22e279b0, random)).toBe('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')
  })

  it('makes the UUIDv5 of RFC 9562, appendix A.4', () => {
    expect(uuidv5(dnsNamespace, 'www.example.com')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2')
  })

  it('gives the same UUIDv5 for a namespace in bytes', () => {
    expect(uuidv5(uuidToBytes(dnsNamespace), 'www.example.com')).toBe(uuidv5(dnsNamespace, 'www.example.com'))
  })

  it('orders UUIDv7 by their time', () => {
    fc.assert(
      fc.property(
        fc.nat(2 ** 31),
        fc.integer({ min: 1, max: 2 ** 31 }),
        (base, later) => uuidv7(base) < uuidv7(base + later),
      ),
    )
  })

  it('does not repeat within a millisecond', () => {
    expect(new Set(Array.from({ length: 1_000 }, () => uuidv7(1))).size).toBe(1_000)
  })

  it('goes to bytes and back without loss, also from the middle of a larger buffer', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (bytes) => {
        const slice = bytes.subarray(3, 19)
        expect(uuidToBytes(uuidFromBytes(slice))).toEqual(Buffer.from(slice))
      }),
    )
  })

  it('refuses what is no UUID', () => {
    expect(['', 'x', dnsNamespace.slice(1), `${dnsNamespace}0`].map(isUuid)).toEqual([
      false,
      false,
      false,
      false,
    ])
    expect(() => uuidToBytes('nonsense')).toThrow(RangeError)
    expect(() => uuidFromBytes(new Uint8Array(15))).toThrow(RangeError)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createKeyRing } from './key-ring.ts'

const key = (fill: number, bytes = 32): string => Buffer.alloc(bytes, fill).toString('base64')

describe('createKeyRing', () => {
  it('gives back what it was given, for its owner', () => {
    const ring = createKeyRing(`k1:${key(1)}`)
    fc.assert(
      fc.property(fc.uint8Array(), fc.string(), (plain, owner) => {
        const { keyId, sealed } = ring.encrypt(plain, owner)
        expect(ring.decrypt(sealed, keyId, owner)).toEqual(Buffer.from(plain))
      }),
    )
  })

  it('seals the same text differently each time', () => {
    const ring = createKeyRing(`k1:${key(1)}`)
    expect(ring.encrypt(Buffer.from('x'), 'o').sealed).not.toEqual(ring.encrypt(Buffer.from('x'), 'o').sealed)
  })

  it('writes with the first key and reads with any', () => {
    const old = createKeyRing(`k1:${key(1)}`).encrypt(Buffer.from('secret'), 'o')
    const rotated = createKeyRing(`k2:${key(2)}, k1:${key(1)}`)
    expect(rotated.activeKeyId).toBe('k2')
    expect(rotated.encrypt(Buffer.from('x'), 'o').keyId).toBe('k2')
    expect(rotated.decrypt(old.sealed, old.keyId, 'o').toString()).toBe('secret')
  })

  it('says which key is missing and which there are', () => {
    const { keyId, sealed } = createKeyRing(`old:${key(1)}`).encrypt(Buffer.from('x'), 'o')
    expect(() => createKeyRing(`new:${key(2)}`).decrypt(sealed, keyId, 'o')).toThrow(
      'a stored secret was encrypted with the key "old", but ENCRYPTION_KEYS only has: new',
    )
  })

  it('refuses a value that was changed, cut or moved to another owner', () => {
    const ring = createKeyRing(`k1:${key(1)}`)
    const { keyId, sealed } = ring.encrypt(Buffer.from('secret'), 'account-a')
    const changed = Buffer.from(sealed)
    changed[changed.length - 1] = (changed[changed.length - 1] ?? 0) ^ 1
    for (const [value, owner] of [
      [sealed, 'account-b'],
      [changed, 'account-a'],
      [sealed.subarray(0, 20), 'account-a'],
      [Buffer.alloc(0), 'account-a'],
    ] as const) {
      expect(() => ring.decrypt(value, keyId, owner)).toThrow(
        expect.objectContaining({ code: 'DECRYPTION_FAILED' }),
      )
    }
  })

  it.each([
    ['', 'is empty'],
    [key(1), 'without a proper id'],
    [`k1:${key(1, 16)}`, 'has a key "k1" of 16 bytes'],
    [`k1:${key(1)},k1:${key(2)}`, 'has the id "k1" twice'],
    [`k 1:${key(1)}`, 'without a proper id'],
  ])('explains what is wrong with %j and never repeats a key', (text, why) => {
    try {
      createKeyRing(text)
      expect.unreachable()
    } catch (error) {
      expect(String(error)).toContain(why)
      expect(String(error)).not.toContain(key(1).slice(0, 8))
    }
  })
})

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { OmniError } from '@omnistream/common'

/**
 * AES-256-GCM under one of several keys. New values use the first; old ones are opened with the key they name. `owner`
 * (the account's id) is authenticated with the value, so one row's secrets cannot be copied into another row.
 */
export type KeyRing = {
  activeKeyId: string
  encrypt(plain: Uint8Array, owner: string): { keyId: string; sealed: Buffer }
  /** Throws OmniError: ENCRYPTION_KEY_UNKNOWN, or DECRYPTION_FAILED for a changed value or another owner. */
  decrypt(sealed: Uint8Array, keyId: string, owner: string): Buffer
}

const ivBytes = 12
const tagBytes = 16
const keyBytes = 32
const idPattern = /^[A-Za-z0-9_-]{1,32}$/

/**
 * Reads `ENCRYPTION_KEYS`: `id:base64key[,id2:base64key2…]`, each key 32 bytes; the first one is active.
 * Throws OmniError ENCRYPTION_KEYS_INVALID, which never repeats a key.
 */
export const createKeyRing = (text: string, random: (size: number) => Buffer = randomBytes): KeyRing => {
  const keys = parseKeys(text)
  const [active] = keys
  if (active === undefined) throw invalid('is empty')
  const [activeKeyId, activeKey] = active
  const byId = new Map(keys)
  return {
    activeKeyId,
    encrypt: (plain, owner) => {
      const iv = random(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', activeKey, iv).setAAD(Buffer.from(owner))
      const body = Buffer.concat([cipher.update(plain), cipher.final()])
      return { keyId: activeKeyId, sealed: Buffer.concat([iv, cipher.getAuthTag(), body]) }
    },
    decrypt: (sealed, keyId, owner) => {
      const key = byId.get(keyId)
      if (key === undefined) {
        const known = [...byId.keys()].join(', ')
        throw new OmniError(
          'ENCRYPTION_KEY_UNKNOWN',
          `a stored secret was encrypted with the key "${keyId}", but ENCRYPTION_KEYS only has: ${known}`,
        )
      }
      return open(key, sealed, owner)
    },
  }
}

const open = (key: Buffer, sealed: Uint8Array, owner: string): Buffer => {
  try {
    const tagEnd = ivBytes + tagBytes
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes), {
      authTagLength: tagBytes,
    })
    decipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(ivBytes, tagEnd))
    return Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()])
  } catch (cause) {
    throw new OmniError(
      'DECRYPTION_FAILED',
      'a stored secret cannot be decrypted: it was changed, moved, or its key replaced',
      { cause },
    )
  }
}

const invalid = (why: string): OmniError =>
  new OmniError(
    'ENCRYPTION_KEYS_INVALID',
    `ENCRYPTION_KEYS ${why}; expected id:key[,id:key], each key 32 bytes in base64`,
  )

const parseKeys = (text: string): [string, Buffer][] => {
  const seen = new Set<string>()
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [id = '', encoded = ''] = part.split(/:(.*)/s)
      if (!idPattern.test(id)) throw invalid('has a key without a proper id (letters, digits, _ and -)')
      if (seen.has(id)) throw invalid(`has the id "${id}" twice`)
      seen.add(id)
      const key = Buffer.from(encoded, 'base64')
      if (key.length !== keyBytes) throw invalid(`has a key "${id}" of ${key.length} bytes`)
      return [id, key]
    })
}

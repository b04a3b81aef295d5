import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

/**
 * What a secret of this channel is, told by its form: SendGrid's public key, a user and password for HTTP basic
 * authentication, or a token in the callback's query. A private key stands for its public one, so that a simulation
 * can sign.
 */
export type Proof =
  | { kind: 'key'; publicKey: KeyObject; privateKey?: KeyObject }
  | { kind: 'basic'; credentials: string }
  | { kind: 'token'; token: string }
  | { kind: 'none' }

/** How base64 of a P-256 key in DER begins: a public key as SendGrid shows it, and a PKCS #8 private one. */
const publicStart = 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQ'
const privateStart = 'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEH'

const pemLines = /-----(?:BEGIN|END) (?:PUBLIC|PRIVATE) KEY-----|\s+/g

/** Reads a secret by its form; '' and a key that cannot be read prove nothing. */
export function proofOf(secret: string): Proof {
  if (secret === '') return { kind: 'none' }
  if (secret.startsWith('basic:')) return { kind: 'basic', credentials: secret.slice('basic:'.length) }
  const der = secret.replace(pemLines, '')
  if (!der.startsWith(publicStart) && !der.startsWith(privateStart)) return { kind: 'token', token: secret }
  return keyProof(Buffer.from(der, 'base64'), der.startsWith(privateStart))
}

function keyProof(key: Buffer, isPrivate: boolean): Proof {
  try {
    if (!isPrivate) return { kind: 'key', publicKey: createPublicKey({ key, format: 'der', type: 'spki' }) }
    const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' })
    return { kind: 'key', publicKey: createPublicKey(privateKey), privateKey }
  } catch {
    return { kind: 'none' }
  }
}

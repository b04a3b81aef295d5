import { isIP } from 'node:net'

/**
 * The 4 or 16 bytes of an address in the spelling that `node:net` takes (dotted quad; RFC 4291, 2.2). Undefined for
 * anything else, and for an address with a zone (`fe80::1%eth0`): a zone names an interface of this host.
 */
export function addressBytes(address: string): Uint8Array | undefined {
  if (address.includes('%')) return undefined
  const family = isIP(address)
  if (family === 4) return quad(address)
  if (family === 6) return groups(address)
  return undefined
}

/** `127.0.0.1` of the four bytes at `offset`. */
export function dotted(bytes: Uint8Array, offset: number): string {
  return bytes.subarray(offset, offset + 4).join('.')
}

const quad = (text: string): Uint8Array => Uint8Array.from(text.split('.'), Number)

function groups(text: string): Uint8Array {
  const [left = '', right] = text.split('::')
  const head = groupBytes(left)
  const tail = groupBytes(right ?? '')
  const bytes = new Uint8Array(16)
  bytes.set(head, 0)
  bytes.set(tail, 16 - tail.length)
  return bytes
}

const groupBytes = (text: string): number[] =>
  text === ''
    ? []
    : text.split(':').flatMap((group) => {
        if (group.includes('.')) return [...quad(group)]
        const value = Number.parseInt(group, 16)
        return [value >> 8, value & 0xff]
      })

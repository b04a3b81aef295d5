import { BlockList, isIP } from 'node:net'

/** Which peers may tell us who really called, and what URL was called. */
export type ProxyTrust = { trusts(address: string): boolean }

/** @throws {TypeError} for an entry that is neither an address nor a CIDR range. */
export function createProxyTrust(entries: readonly string[]): ProxyTrust {
  if (entries.length === 0) return { trusts: () => false }
  const known = new BlockList()
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/')
    const family = isIP(address)
    if (family === 0) throw new TypeError(`TRUSTED_PROXIES: "${entry}" is no address and no CIDR range`)
    const type = family === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) known.addAddress(address, type)
    else known.addSubnet(address, Number(prefix), type)
  }
  return {
    trusts(address) {
      const plain = unmapped(address)
      const family = isIP(plain)
      return family !== 0 && known.check(plain, family === 6 ? 'ipv6' : 'ipv4')
    },
  }
}

/**
 * The caller's address: the peer, or, behind trusted proxies, the rightmost entry of X-Forwarded-For that no
 * trusted proxy added. What a stranger writes into the header is never believed.
 */
export function sourceAddress(peer: string, forwardedFor: string | undefined, trust: ProxyTrust): string {
  let address = unmapped(peer)
  const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim())
  while (trust.trusts(address)) {
    const hop = unmapped(hops.pop() ?? '')
    if (isIP(hop) === 0) break
    address = hop
  }
  return address
}

const unmapped = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { createAddressList } from './address-list.ts'
import { addressBlocked, BlockedError } from './blocked-error.ts'
import { classifyAddress } from './classify-address.ts'
import { parseTarget, plainHostname } from './parse-target.ts'

export type ResolvedAddress = { address: string; family: number }

/** All addresses of a name, as `dns.lookup` with `all` gives them. @throws with Node's codes (`ENOTFOUND`). */
export type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>

export type GuardOptions = {
  /** What may be called although it is not public: addresses, CIDR ranges, names, `*.names`. */
  allow?: readonly string[]
  /** What may not be called although it is public or allowed, in the same forms: say the ranges of the own cluster. */
  forbid?: readonly string[]
  httpsOnly?: boolean
  /** Default: the system's resolver. */
  resolve?: Resolve
}

export type Guard = {
  /** Reads and judges a URL without a look at DNS. @throws {BlockedError} */
  target(url: string): URL
  /** Judges one address under the name it was reached by. @throws {BlockedError} */
  requireAddress(hostname: string, address: string): void
  /**
   * Resolves a host once. The addresses that come back are all permitted; if any is not, none is, since a name that
   * points both ways is an attack or a mistake. @throws {BlockedError} or what the resolver throws.
   */
  resolve(hostname: string): Promise<readonly ResolvedAddress[]>
}

/** @throws {OmniError} INVALID_ADDRESS_LIST for an entry that cannot be read. */
export function createGuard(options: GuardOptions = {}): Guard {
  const allow = createAddressList(options.allow ?? [])
  const forbid = createAddressList(options.forbid ?? [])
  const resolve = options.resolve ?? ((hostname) => lookup(hostname, { all: true }))
  const httpsOnly = options.httpsOnly ?? false

  const requireAddress = (hostname: string, address: string): void => {
    if (forbid.hasAddress(address) || forbid.hasName(hostname)) throw addressBlocked('forbidden_by_operator')
    const kind = classifyAddress(address)
    if (kind === 'public') return
    // A wide range in the list must not open what hands out credentials: that address has to be named itself.
    const allowed =
      kind === 'metadata' ? allow.hasExactly(address) : allow.hasAddress(address) || allow.hasName(hostname)
    if (!allowed) throw addressBlocked(kind)
  }

  return {
    target(text) {
      const parsed = parseTarget(text, { httpsOnly })
      if (!parsed.ok) throw new BlockedError(parsed.reason, parsed.error)
      const host = plainHostname(parsed.url.hostname)
      if (isIP(host) !== 0) requireAddress(host, host)
      return parsed.url
    },
    requireAddress,
    async resolve(hostname) {
      const host = plainHostname(hostname)
      const family = isIP(host)
      // A last dot stays, or the resolver would try the search domains of this host; but many do not know `localhost.`.
      const name = host === 'localhost' ? host : hostname
      const addresses = family === 0 ? await resolve(name) : [{ address: host, family }]
      if (addresses.length === 0) throw noAddress()
      for (const { address } of addresses) requireAddress(host, address)
      return addresses
    },
  }
}

const noAddress = (): Error => Object.assign(new Error('the name has no address'), { code: 'ENOTFOUND' })

import { BlockList, isIP } from 'node:net'
import { OmniError } from '@omnistream/common/errors'
import { unmapAddress } from './classify-address.ts'
import { plainHostname } from './parse-target.ts'

export type AddressList = {
  /** True for a name that the operator trusts, whatever it resolves to. */
  hasName(hostname: string): boolean
  /** True for an address inside an entry. */
  hasAddress(address: string): boolean
  /** True for an address that is an entry itself, and not only inside a range. */
  hasExactly(address: string): boolean
}

/**
 * Entries of an operator: addresses (`10.1.2.3`, `fd00::5`), ranges (`10.0.0.0/8`), names (`receiver.internal`) and all
 * names below one (`*.svc.cluster.local`).
 * @throws {OmniError} INVALID_ADDRESS_LIST, naming the entry.
 */
export function createAddressList(entries: readonly string[]): AddressList {
  const names = new Set<string>()
  const parents: string[] = []
  const ranges = new BlockList()
  const exact = new BlockList()

  for (const entry of entries) {
    const [network = '', prefix, more] = unbracketed(entry).split('/')
    const family = isIP(network)
    if (family !== 0 && more === undefined) {
      addRange(network, prefix, family === 4 ? 'ipv4' : 'ipv6', entry)
    } else {
      const name = toName(entry.startsWith('*.') ? entry.slice(2) : entry)
      if (name === undefined) throw invalid(entry)
      if (entry.startsWith('*.')) parents.push(`.${name}`)
      else names.add(name)
    }
  }

  function addRange(
    network: string,
    prefix: string | undefined,
    family: 'ipv4' | 'ipv6',
    entry: string,
  ): void {
    const whole = family === 'ipv4' ? 32 : 128
    const bits = prefix === undefined ? whole : Number(prefix)
    if (prefix !== undefined && (!/^\d{1,3}$/.test(prefix) || bits > whole)) throw invalid(entry)
    ranges.addSubnet(network, bits, family)
    if (bits === whole) exact.addAddress(network, family)
  }

  const inList = (list: BlockList, address: string): boolean => {
    const plain = unmapAddress(address)
    const family = isIP(plain)
    return family !== 0 && list.check(plain, family === 4 ? 'ipv4' : 'ipv6')
  }

  return {
    hasName(hostname) {
      const name = plainHostname(hostname)
      return names.has(name) || parents.some((parent) => name.endsWith(parent))
    },
    hasAddress: (address) => inList(ranges, address),
    hasExactly: (address) => inList(exact, address),
  }
}

const unbracketed = (entry: string): string => entry.replace(/^\[(.*)\](?=\/|$)/, '$1')

/** The spelling that a URL has it in; undefined for what is no bare name. */
function toName(text: string): string | undefined {
  if (!/^[^\s/?#@:*[\]\\]+$/.test(text)) return undefined
  const url = URL.parse(`http://${text}`)
  return url === null || isIP(url.hostname) !== 0 ? undefined : plainHostname(url.hostname)
}

const invalid = (entry: string): OmniError =>
  new OmniError('INVALID_ADDRESS_LIST', `"${entry}" is no address, no CIDR range and no host name`)

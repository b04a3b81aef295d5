import { BlockList } from 'node:net'
import { addressBytes, dotted } from './address-bytes.ts'
import { type ForbiddenReason, type SpecialRange, specialRanges4, specialRanges6 } from './special-ranges.ts'

export type AddressClass = 'public' | ForbiddenReason

/**
 * What kind of address this is. Only `public` ones may be called without an allow-list. Forms that carry an IPv4
 * address are judged by it: mapped (RFC 4291, 2.5.5.2) and NAT64 (RFC 6052), which an IPv6-only network needs. Tunnels
 * (6to4, Teredo, ISATAP) are closed as a whole: nobody receives webhooks there. What is no address is `reserved`.
 */
export function classifyAddress(address: string): AddressClass {
  const bytes = addressBytes(address)
  if (bytes === undefined) return 'reserved'
  if (bytes.length === 4) return classify4(dotted(bytes, 0))
  const embedded = embeddedIpv4(bytes)
  if (embedded !== undefined) return classify4(embedded)
  for (const { list, reason } of lists6) if (list.check(address, 'ipv6')) return reason
  if (((bytes[0] ?? 0) & 0xe0) !== 0x20) return 'reserved'
  return isIsatap(bytes) ? 'tunnel' : 'public'
}

/** The plain spelling of a mapped address (`::ffff:10.0.0.1` is `10.0.0.1`); any other comes back as it is. */
export function unmapAddress(address: string): string {
  const bytes = addressBytes(address)
  return bytes?.length === 16 && startsWith(bytes, mappedPrefix) ? dotted(bytes, 12) : address
}

const mappedPrefix = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]
const nat64Prefix = [0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0]

function embeddedIpv4(bytes: Uint8Array): string | undefined {
  return startsWith(bytes, mappedPrefix) || startsWith(bytes, nat64Prefix) ? dotted(bytes, 12) : undefined
}

/** RFC 5214, 6.1: the interface identifier is `[02]00:5efe` and an IPv4 address. */
function isIsatap(bytes: Uint8Array): boolean {
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(8, 12)
  return (a & 0xfd) === 0 && b === 0 && c === 0x5e && d === 0xfe
}

const startsWith = (bytes: Uint8Array, prefix: readonly number[]): boolean =>
  prefix.every((byte, at) => bytes[at] === byte)

function classify4(address: string): AddressClass {
  for (const { list, reason } of lists4) if (list.check(address, 'ipv4')) return reason
  return 'public'
}

const toLists = (ranges: readonly SpecialRange[], family: 'ipv4' | 'ipv6') =>
  ranges.map(({ cidr, reason }) => {
    const list = new BlockList()
    const [network = '', prefix] = cidr.split('/')
    list.addSubnet(network, Number(prefix), family)
    return { list, reason }
  })

const lists4 = toLists(specialRanges4, 'ipv4')
const lists6 = toLists(specialRanges6, 'ipv6')

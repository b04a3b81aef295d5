/** Why an address may not be called. */
export type ForbiddenReason =
  | 'unspecified'
  | 'loopback'
  | 'private'
  | 'shared'
  | 'link_local'
  | 'metadata'
  | 'multicast'
  | 'documentation'
  | 'tunnel'
  | 'reserved'

export type SpecialRange = { cidr: string; reason: ForbiddenReason }

/**
 * What is not reachable from everywhere by the IANA IPv4 Special-Purpose Address Registry, and multicast and class E.
 * https://www.iana.org/assignments/iana-ipv4-special-registry. The first match gives the reason.
 */
export const specialRanges4: readonly SpecialRange[] = [
  // Instance metadata of clouds hands out credentials. 168.63.129.16 is Azure's, and looks like any public address.
  { cidr: '169.254.169.254/32', reason: 'metadata' },
  { cidr: '169.254.170.2/32', reason: 'metadata' },
  { cidr: '169.254.170.23/32', reason: 'metadata' },
  { cidr: '100.100.100.200/32', reason: 'metadata' },
  { cidr: '168.63.129.16/32', reason: 'metadata' },
  { cidr: '192.0.0.192/32', reason: 'metadata' },
  { cidr: '0.0.0.0/8', reason: 'unspecified' }, // RFC 791, 3.2; Linux connects 0.0.0.0 to itself
  { cidr: '10.0.0.0/8', reason: 'private' }, // RFC 1918
  { cidr: '100.64.0.0/10', reason: 'shared' }, // RFC 6598, carrier-grade NAT
  { cidr: '127.0.0.0/8', reason: 'loopback' }, // RFC 1122, 3.2.1.3
  { cidr: '169.254.0.0/16', reason: 'link_local' }, // RFC 3927
  { cidr: '172.16.0.0/12', reason: 'private' }, // RFC 1918
  { cidr: '192.0.0.0/24', reason: 'reserved' }, // RFC 6890, 2.1
  { cidr: '192.0.2.0/24', reason: 'documentation' }, // RFC 5737
  { cidr: '192.88.99.0/24', reason: 'tunnel' }, // RFC 7526, 6to4 relays
  { cidr: '192.168.0.0/16', reason: 'private' }, // RFC 1918
  { cidr: '198.18.0.0/15', reason: 'reserved' }, // RFC 2544, benchmarks
  { cidr: '198.51.100.0/24', reason: 'documentation' }, // RFC 5737
  { cidr: '203.0.113.0/24', reason: 'documentation' }, // RFC 5737
  { cidr: '224.0.0.0/4', reason: 'multicast' }, // RFC 5771
  { cidr: '240.0.0.0/4', reason: 'reserved' }, // RFC 1112, 4, with 255.255.255.255
]

/**
 * The same for IPv6: https://www.iana.org/assignments/iana-ipv6-special-registry. Whatever is outside of global unicast
 * (2000::/3, RFC 4291) and not listed is `reserved`, so that a range assigned tomorrow is closed today.
 */
export const specialRanges6: readonly SpecialRange[] = [
  { cidr: 'fd00:ec2::254/128', reason: 'metadata' },
  { cidr: 'fd00:ec2::23/128', reason: 'metadata' },
  { cidr: 'fd20:ce::254/128', reason: 'metadata' },
  { cidr: 'fd00:42::42/128', reason: 'metadata' },
  { cidr: '::/128', reason: 'unspecified' },
  { cidr: '::1/128', reason: 'loopback' },
  { cidr: '64:ff9b:1::/48', reason: 'tunnel' }, // RFC 8215, translation inside one network
  { cidr: '2001::/32', reason: 'tunnel' }, // RFC 4380, Teredo
  { cidr: '2001::/23', reason: 'reserved' }, // RFC 2928, protocol assignments: benchmarks, ORCHID, drones
  { cidr: '2001:db8::/32', reason: 'documentation' }, // RFC 3849
  { cidr: '2002::/16', reason: 'tunnel' }, // RFC 3056, 6to4
  { cidr: '3fff::/20', reason: 'documentation' }, // RFC 9637
  { cidr: 'fc00::/7', reason: 'private' }, // RFC 4193
  { cidr: 'fe80::/10', reason: 'link_local' }, // RFC 4291
  { cidr: 'fec0::/10', reason: 'private' }, // RFC 3879, site-local
  { cidr: 'ff00::/8', reason: 'multicast' }, // RFC 4291
]

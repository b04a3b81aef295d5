import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classifyAddress, unmapAddress } from './classify-address.ts'
import { specialRanges4, specialRanges6 } from './special-ranges.ts'

/** An own reading of the ranges by arithmetic, to hold the classifier against. */
type Range = { first: bigint; last: bigint; cidr: string }

const number4 = (text: string): bigint =>
  text.split('.').reduce((sum, part) => (sum << 8n) | BigInt(part), 0n)
const text4 = (value: bigint): string => [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn).join('.')

const number6 = (text: string): bigint => {
  const [head = '', tail = ''] = text.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === '' ? [] : tail.split(':')
  const middle = Array.from({ length: text.includes('::') ? 8 - left.length - right.length : 0 }, () => '0')
  return [...left, ...middle, ...right].reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n)
}
const text6 = (value: bigint): string =>
  Array.from({ length: 8 }, (_, at) => ((value >> BigInt(112 - at * 16)) & 0xffffn).toString(16)).join(':')

const toRange = (cidr: string, bits: number, read: (text: string) => bigint): Range => {
  const [network = '', prefix = ''] = cidr.split('/')
  const size = 1n << BigInt(bits - Number(prefix))
  const first = read(network)
  return { first, last: first + size - 1n, cidr }
}

const ranges4 = specialRanges4.map(({ cidr }) => toRange(cidr, 32, number4))
const ranges6 = specialRanges6.map(({ cidr }) => toRange(cidr, 128, number6))
const within = (ranges: readonly Range[], value: bigint): boolean =>
  ranges.some(({ first, last }) => first <= value && value <= last)

const inside = (ranges: readonly Range[]) =>
  fc.constantFrom(...ranges).chain(({ first, last }) => fc.bigInt({ min: first, max: last }))

/** Every way in which an IPv6 socket reaches an IPv4 host. */
const carriers = (value: bigint): string[] => [
  text4(value),
  `::ffff:${text4(value)}`,
  text6((0xffffn << 32n) | value),
  `64:ff9b::${text4(value)}`,
  text6((number6('64:ff9b::') & ~0xffffffffn) | value),
]

/** Tunnels, whatever address they carry. */
const tunnels = (value: bigint): string[] => [
  text6((0x2002n << 112n) | (value << 80n) | 1n),
  text6((0x20010000n << 96n) | (value ^ 0xffffffffn)),
  text6((0x20014860n << 96n) | (0x00005efen << 32n) | value),
  text6((0x20014860n << 96n) | (0x02005efen << 32n) | value),
  text6((number6('64:ff9b:1::') & ~0xffffffffn) | value),
  text6(value),
  text6((0xffff0000n << 32n) | value),
]

describe('IPv4', () => {
  it.each(ranges4)(
    '$cidr is forbidden from its first to its last address, and not beyond',
    ({ first, last }) => {
      for (const value of [first, last]) {
        for (const text of carriers(value)) expect(classifyAddress(text), text).not.toBe('public')
      }
      for (const value of [first - 1n, last + 1n]) {
        if (value < 0n || value > 0xffffffffn) continue
        const expected = within(ranges4, value)
        for (const text of carriers(value)) expect(classifyAddress(text) !== 'public', text).toBe(expected)
      }
    },
  )

  it('is forbidden inside a range in every form that carries it', () => {
    fc.assert(
      fc.property(inside(ranges4), (value) => {
        for (const text of carriers(value)) expect(classifyAddress(text), text).not.toBe('public')
      }),
    )
  })

  it('is public outside of all ranges, also mapped and translated', () => {
    const outside = fc.bigInt({ min: 0n, max: 0xffffffffn }).filter((value) => !within(ranges4, value))
    fc.assert(
      fc.property(outside, (value) => {
        for (const text of carriers(value)) expect(classifyAddress(text), text).toBe('public')
      }),
    )
  })

  it('is forbidden inside a tunnel, whatever it is', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 0xffffffffn }), (value) => {
        for (const text of tunnels(value)) expect(classifyAddress(text), text).not.toBe('public')
      }),
    )
  })
})

describe('IPv6', () => {
  const unicast = toRange('2000::/3', 128, number6)

  it.each(ranges6)(
    '$cidr is forbidden from its first to its last address, and not beyond',
    ({ first, last }) => {
      for (const value of [first, last]) expect(classifyAddress(text6(value))).not.toBe('public')
      for (const value of [first - 1n, last + 1n]) {
        if (value < 0n || value >= 1n << 128n) continue
        const expected = !within([unicast], value) || within(ranges6, value)
        expect(classifyAddress(text6(value)) !== 'public', text6(value)).toBe(expected)
      }
    },
  )

  it('is forbidden inside a range', () => {
    fc.assert(fc.property(inside(ranges6), (value) => classifyAddress(text6(value)) !== 'public'))
  })

  it('is public only in global unicast and outside of all ranges', () => {
    const isCarrier = (value: bigint): boolean =>
      value >> 32n === 0xffffn || value >> 32n === number6('64:ff9b::') >> 32n
    const isIsatap = (value: bigint): boolean => ((value >> 32n) & 0xfdffffffn) === 0x5efen
    fc.assert(
      fc.property(fc.oneof(fc.bigInt({ min: 0n, max: (1n << 128n) - 1n }), inside([unicast])), (value) => {
        fc.pre(!isCarrier(value))
        const expected = within([unicast], value) && !within(ranges6, value) && !isIsatap(value)
        expect(classifyAddress(text6(value)) === 'public', text6(value)).toBe(expected)
      }),
    )
  })
})

it.each([
  ['127.0.0.1', 'loopback'],
  ['::1', 'loopback'],
  ['0.0.0.0', 'unspecified'],
  ['::', 'unspecified'],
  ['10.20.30.40', 'private'],
  ['fd12::1', 'private'],
  ['100.64.0.1', 'shared'],
  ['169.254.169.254', 'metadata'],
  ['::ffff:169.254.169.254', 'metadata'],
  ['64:ff9b::a9fe:a9fe', 'metadata'],
  ['fd00:ec2::254', 'metadata'],
  ['100.100.100.200', 'metadata'],
  ['168.63.129.16', 'metadata'],
  ['fe80::1', 'link_local'],
  ['fe80::1%eth0', 'reserved'],
  ['2002:7f00:1::', 'tunnel'],
  ['2001:0:5ef5:79fb::1', 'tunnel'],
  ['255.255.255.255', 'reserved'],
  ['not an address', 'reserved'],
  ['', 'reserved'],
  ['8.8.8.8', 'public'],
  ['64:ff9b::8.8.8.8', 'public'],
  ['2606:4700::1111', 'public'],
])('%s is %s', (address, expected) => {
  expect(classifyAddress(address)).toBe(expected)
})

it('writes a mapped address plainly and leaves others alone', () => {
  expect(['::ffff:10.0.0.1', '::ffff:a00:1', '::1', '10.0.0.1'].map(unmapAddress)).toEqual([
    ...['10.0.0.1', '10.0.0.1', '::1', '10.0.0.1'],
  ])
})

import { describe, expect, it } from 'vitest'
import { createAddressList } from './address-list.ts'

describe('an address list', () => {
  const list = createAddressList([
    ...['10.0.0.0/8', '192.168.1.5', 'fd00::/8', '[fd01::7]', '169.254.0.0/16'],
    ...['receiver.internal', '*.svc.cluster.local', 'Bücher.Example.'],
  ])

  it('has the addresses of its ranges, plain and mapped, from edge to edge', () => {
    const asked = ['10.0.0.0', '10.255.255.255', '::ffff:10.1.1.1', '192.168.1.5', 'fdff::1', 'fd01::7']
    expect(asked.filter((one) => !list.hasAddress(one))).toEqual([])
    const outside = ['9.255.255.255', '11.0.0.0', '192.168.1.6', 'fe00::1', 'receiver.internal', '']
    expect(outside.filter((one) => list.hasAddress(one))).toEqual([])
  })

  it('tells an address that is named from one that is only inside a range', () => {
    expect(list.hasExactly('192.168.1.5')).toBe(true)
    expect(list.hasExactly('fd01::7')).toBe(true)
    expect(list.hasExactly('169.254.169.254')).toBe(false)
  })

  it('has names in any case, with or without a last dot, and in their URL form', () => {
    const asked = ['receiver.internal', 'RECEIVER.internal.', 'a.svc.cluster.local', 'xn--bcher-kva.example']
    expect(asked.filter((one) => !list.hasName(one))).toEqual([])
    const others = [
      'internal',
      'x.receiver.internal',
      'svc.cluster.local',
      'evilsvc.cluster.local',
      '10.0.0.1',
    ]
    expect(others.filter((one) => list.hasName(one))).toEqual([])
  })

  it('takes all addresses for a range of no bits', () => {
    const all = createAddressList(['0.0.0.0/0', '::/0'])
    expect([all.hasAddress('127.0.0.1'), all.hasAddress('::1')]).toEqual([true, true])
  })

  it.each([
    '',
    '10.0.0.0/33',
    '10.0.0.0/x',
    'fd00::/129',
    '10.0.0.0/8/8',
    'a b',
    'http://a',
    'a/b',
    '*',
    '*.*.a',
    'a:80',
    '0x7f.1',
  ])('refuses the entry "%s" and names it', (entry) => {
    expect(() => createAddressList([entry])).toThrow(
      expect.objectContaining({
        code: 'INVALID_ADDRESS_LIST',
        message: expect.stringContaining(`"${entry}"`),
      }),
    )
  })
})

import { describe, expect, it } from 'vitest'
import { groupPeople } from './group-people.ts'
import type { ContactInput, IdentityInput } from './identity.ts'

const accountId = '0190a0a0-0000-7000-8000-00000000000a'

const seen = (
  at: number,
  identities: [string, string][],
  over: Partial<ContactInput> = {},
): ContactInput => ({
  ...{
    tenantId: '0190a0a0-0000-7000-8000-00000000000f',
    accountId,
    channel: 'whatsapp',
    seenAt: new Date(at),
  },
  identities: identities.map(([kind, value]): IdentityInput => ({ kind, value })),
  ...over,
})

const groups = (inputs: ContactInput[]): number[][] =>
  groupPeople(inputs)
    .map(({ inputs: places }) => places.toSorted((a, b) => a - b))
    .toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0))

describe('groupPeople', () => {
  it('joins sightings that share a strong identity, through others too', () => {
    expect(
      groups([
        seen(1, [['wa_id', '1']]),
        seen(2, [['bsuid', 'b']]),
        seen(3, [['wa_id', '2']]),
        seen(4, [
          ['wa_id', '1'],
          ['bsuid', 'b'],
        ]),
      ]),
    ).toEqual([[0, 1, 3], [2]])
  })

  it('keeps accounts and kinds apart', () => {
    const elsewhere = { accountId: '0190a0a0-0000-7000-8000-00000000000b' }
    expect(
      groups([seen(1, [['wa_id', '1']]), seen(1, [['phone', '1']]), seen(1, [['wa_id', '1']], elsewhere)]),
    ).toEqual([[0], [1], [2]])
  })

  it('never joins two people by a username or a parent id', () => {
    const shared: [string, string][] = [
      ['username', 'u'],
      ['parent_bsuid', 'p'],
    ]
    expect(groups([seen(1, [['wa_id', '1'], ...shared]), seen(2, [['wa_id', '2'], ...shared])])).toEqual([
      [0],
      [1],
    ])
  })

  it('gives a sighting with only a username to the person who showed it last', () => {
    expect(
      groups([
        seen(9, [
          ['wa_id', '1'],
          ['username', 'u'],
        ]),
        seen(2, [
          ['wa_id', '2'],
          ['username', 'u'],
        ]),
        seen(3, [['username', 'u']]),
      ]),
    ).toEqual([[0, 2], [1]])
  })

  it('joins sightings by a username where nobody has anything stronger', () => {
    expect(
      groups([seen(1, [['username', 'u']]), seen(2, [['username', 'u']]), seen(3, [['username', 'v']])]),
    ).toEqual([[0, 1], [2]])
  })

  it('keeps the widest times and the newest name that is not empty', () => {
    const [person] = groupPeople([
      seen(5, [['wa_id', '1']], { name: 'New' }),
      seen(9, [['wa_id', '1']], { name: '  ' }),
      seen(2, [['wa_id', '1']], { name: 'Old' }),
    ])
    expect(person).toMatchObject({
      firstSeenAt: new Date(2),
      lastSeenAt: new Date(9),
      name: 'New',
      nameAt: new Date(5),
    })
  })

  it('leaves out who has no identity at all', () => {
    expect(groups([seen(1, []), seen(1, [['wa_id', '']]), seen(1, [['wa_id', '1']])])).toEqual([[2]])
  })
})

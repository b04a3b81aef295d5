import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { finishMerge, listPendingMerges } from './contact-merges.ts'
import type { ContactInput } from './contacts/identity.ts'
import { contactIdFor } from './contacts/plan-contacts.ts'
import { resolveContacts } from './resolve-contacts.ts'
import { createTestSchema, type TestSchema } from './test-database.ts'
import { countingPool } from './testing/count-queries.ts'
import { testDatabaseUrl } from './testing/database-url.ts'
import { openConnections } from './testing/open-connections.ts'

type Ids = [kind: string, value: string][]

describe('resolveContacts', () => {
  let db: TestSchema
  let accountId = ''
  const tenantId = randomUUID()
  beforeAll(async () => {
    db = await createTestSchema(await testDatabaseUrl(), { max: 20 })
    await openConnections(db.pool)
  })
  afterAll(() => db.drop())
  beforeEach(() => {
    accountId = randomUUID()
  })

  const seen = (at: number, ids: Ids, name?: string): ContactInput => ({
    ...{ tenantId, accountId, channel: 'whatsapp', seenAt: new Date(at) },
    identities: ids.map(([kind, value]) => ({ kind, value })),
    ...(name === undefined ? {} : { name }),
  })
  const resolve = async (...inputs: ContactInput[]) => {
    const { contacts, merges } = await resolveContacts(db.pool, inputs)
    return {
      ids: contacts.map((contact) => contact?.contactId ?? null),
      created: contacts.map((contact) => contact?.created),
      merges,
    }
  }
  const contactRow = async (id: string | null | undefined): Promise<Record<string, unknown> | undefined> =>
    (await db.pool.query('select * from contacts where id = $1', [id])).rows[0]

  it('gives a new person an id derived from the strongest identity, and knows them by each of theirs', async () => {
    const { ids, created } = await resolve(
      seen(1, [
        ['username', 'u'],
        ['bsuid', 'ID.1'],
        ['wa_id', '62811'],
      ]),
    )
    expect(ids).toEqual([contactIdFor(accountId, { kind: 'wa_id', value: '62811' })])
    expect(created).toEqual([true])
    for (const identity of [
      ['bsuid', 'ID.1'],
      ['username', 'u'],
    ] as const) {
      expect(await resolve(seen(2, [[...identity]]))).toEqual({ ids, created: [false], merges: [] })
    }
  })

  it('adds a new identity to a known contact', async () => {
    const first = await resolve(seen(1, [['wa_id', '1']]))
    const second = await resolve(
      seen(2, [
        ['wa_id', '1'],
        ['bsuid', 'b'],
      ]),
    )
    const third = await resolve(seen(3, [['bsuid', 'b']]))
    expect([second.ids, third.ids, third.created]).toEqual([first.ids, first.ids, [false]])
  })

  it('does not take the same value on another account for the same person', async () => {
    const here = await resolve(seen(1, [['wa_id', '1']]))
    accountId = randomUUID()
    expect((await resolve(seen(1, [['wa_id', '1']]))).ids).not.toEqual(here.ids)
  })

  it('merges two contacts that turn out to be one person into the older one', async () => {
    const younger = await resolve(seen(20, [['wa_id', '1']], 'Young'))
    const older = await resolve(seen(10, [['bsuid', 'b']], 'Old'))
    const both = await resolve(
      seen(30, [
        ['wa_id', '1'],
        ['bsuid', 'b'],
      ]),
    )
    expect(both.ids).toEqual(older.ids)
    expect(both.merges).toEqual([{ tenantId, accountId, from: younger.ids[0], into: older.ids[0] }])
    expect(await contactRow(younger.ids[0])).toMatchObject({ merged_into: older.ids[0] })
    expect(await contactRow(older.ids[0])).toMatchObject({
      name: 'Young',
      first_seen_at: new Date(10),
      last_seen_at: new Date(30),
    })
    expect((await resolve(seen(40, [['wa_id', '1']]))).ids).toEqual(older.ids)
    expect(
      (
        await resolve(
          seen(30, [
            ['wa_id', '1'],
            ['bsuid', 'b'],
          ]),
        )
      ).merges,
    ).toEqual([])
  })

  it('follows merges of merges', async () => {
    const c = await resolve(seen(30, [['wa_id', 'c']]))
    const b = await resolve(
      seen(20, [
        ['wa_id', 'b'],
        ['bsuid', 'bb'],
      ]),
    )
    await resolve(
      seen(40, [
        ['wa_id', 'c'],
        ['bsuid', 'bb'],
      ]),
    )
    const a = await resolve(seen(10, [['wa_id', 'a']]))
    await resolve(
      seen(50, [
        ['wa_id', 'b'],
        ['wa_id', 'a'],
      ]),
    )
    expect((await resolve(seen(60, [['wa_id', 'c']]))).ids).toEqual(a.ids)
    const pending = await listPendingMerges(db.pool, {
      mergedBefore: new Date(Date.now() + 60_000),
      limit: 1_000,
    })
    const mine = pending.filter((merge) => merge.accountId === accountId)
    expect(mine.map(({ from, into }) => [from, into]).toSorted()).toEqual(
      [
        [b.ids[0], a.ids[0]],
        [c.ids[0], a.ids[0]],
      ].toSorted(),
    )
  })

  it('lists a merge until its move is finished', async () => {
    await resolve(seen(1, [['wa_id', '1']]), seen(2, [['bsuid', 'b']]))
    const { merges } = await resolve(
      seen(3, [
        ['wa_id', '1'],
        ['bsuid', 'b'],
      ]),
    )
    const from = merges[0]?.from ?? ''
    const pending = async () =>
      (await listPendingMerges(db.pool, { mergedBefore: new Date(Date.now() + 60_000), limit: 1_000 })).map(
        (merge) => merge.from,
      )
    expect(await pending()).toContain(from)
    await finishMerge(db.pool, { tenantId: randomUUID(), from })
    expect(await pending()).toContain(from)
    await finishMerge(db.pool, { tenantId, from })
    expect(await pending()).not.toContain(from)
  })

  it('joins and merges within one batch', async () => {
    const old = await resolve(seen(1, [['wa_id', 'x']]), seen(2, [['wa_id', 'y']]))
    const { ids, merges } = await resolve(
      seen(5, [
        ['wa_id', 'x'],
        ['bsuid', 'p'],
      ]),
      seen(6, [
        ['wa_id', 'y'],
        ['bsuid', 'p'],
      ]),
      seen(7, [['wa_id', 'new']]),
      seen(8, []),
    )
    expect(ids).toEqual([
      old.ids[0],
      old.ids[0],
      contactIdFor(accountId, { kind: 'wa_id', value: 'new' }),
      null,
    ])
    expect(merges).toEqual([{ tenantId, accountId, from: old.ids[1], into: old.ids[0] }])
  })

  it('keeps the newest name that is not empty, in whatever order names come', async () => {
    const names = [
      seen(3, [['wa_id', '1']], 'C'),
      seen(1, [['wa_id', '1']], 'A'),
      seen(9, [['wa_id', '1']], ' '),
      seen(2, [['wa_id', '1']], 'B'),
    ]
    for (const input of names) await resolve(input)
    const { ids } = await resolve(seen(0, [['wa_id', '1']]))
    expect(await contactRow(ids[0])).toMatchObject({
      name: 'C',
      first_seen_at: new Date(0),
      last_seen_at: new Date(9),
    })
  })

  it('never merges by a username; it belongs to whoever showed it last', async () => {
    const first = await resolve(
      seen(10, [
        ['wa_id', '1'],
        ['username', 'u'],
      ]),
    )
    const second = await resolve(
      seen(20, [
        ['wa_id', '2'],
        ['username', 'u'],
      ]),
    )
    expect(second.merges).toEqual([])
    expect(second.ids).not.toEqual(first.ids)
    expect((await resolve(seen(21, [['username', 'u']]))).ids).toEqual(second.ids)
    // An old message of the first person, replayed, does not take the name back.
    await resolve(
      seen(15, [
        ['wa_id', '1'],
        ['username', 'u'],
      ]),
    )
    expect((await resolve(seen(22, [['username', 'u']]))).ids).toEqual(second.ids)
    await resolve(
      seen(30, [
        ['wa_id', '1'],
        ['username', 'u'],
      ]),
    )
    expect((await resolve(seen(31, [['username', 'u']]))).ids).toEqual(first.ids)
  })

  it('makes one contact when twenty workers see a new person at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      accountId = randomUUID()
      const person: Ids = [
        ['wa_id', 'first'],
        ['bsuid', 'b'],
      ]
      const workers = Array.from({ length: 20 }, (_, i) => resolve(seen(100 + i, person, `N${i}`)))
      const results = await Promise.all(workers)
      expect(new Set(results.flatMap(({ ids }) => ids)).size).toBe(1)
      expect(results.filter(({ created }) => created[0] === true)).toHaveLength(1)
      const { rows } = await db.pool.query(
        'select name, first_seen_at, last_seen_at from contacts where account_id = $1',
        [accountId],
      )
      expect(rows).toEqual([{ name: 'N19', first_seen_at: new Date(100), last_seen_at: new Date(119) }])
    }
  })

  it('ends with one contact when workers see one new person under different identities at once', async () => {
    const sightings: Ids[] = [
      [['wa_id', '1']],
      [['bsuid', 'b']],
      [
        ['wa_id', '1'],
        ['bsuid', 'b'],
      ],
    ]
    for (let round = 0; round < 10; round += 1) {
      accountId = randomUUID()
      const workers = Array.from({ length: 18 }, (_, i) => resolve(seen(i + 1, sightings[i % 3] ?? [])))
      const results = await Promise.all(workers)
      const { rows } = await db.pool.query<{ id: string }>(
        'select id from contacts where account_id = $1 and merged_into is null',
        [accountId],
      )
      expect(rows).toHaveLength(1)
      const after = await resolve(...sightings.map((ids) => seen(50, ids)))
      expect(after).toMatchObject({ ids: [rows[0]?.id, rows[0]?.id, rows[0]?.id], merges: [] })
      // Each merge is told exactly once, or messages would be moved twice or never.
      const gone = await db.pool.query<{ id: string }>(
        'select id from contacts where account_id = $1 and merged_into is not null',
        [accountId],
      )
      expect(results.flatMap(({ merges }) => merges.map(({ from }) => from)).toSorted()).toEqual(
        gone.rows.map(({ id }) => id).toSorted(),
      )
    }
  })

  it('tells a merge once and never merges in a circle when many workers find the same three contacts', async () => {
    for (let round = 0; round < 5; round += 1) {
      accountId = randomUUID()
      const ids = (person: string): Ids => Array.from({ length: 9 }, (_, i) => ['phone', `${person}${i}`])
      await resolve(...['a', 'b', 'c'].map((person, i) => seen(10 + i, ids(person))))
      // No two workers share an identity, so only the contacts themselves can keep them apart.
      const pairs = [
        ['a', 'b'],
        ['b', 'c'],
        ['c', 'a'],
      ] as const
      const workers = Array.from({ length: 9 }, (_, i) => {
        const [one, other] = pairs[i % 3] ?? ['a', 'b']
        return resolve(
          seen(20 + i, [
            ['phone', `${one}${i}`],
            ['phone', `${other}${i}`],
          ]),
        )
      })
      const merges = (await Promise.all(workers)).flatMap((result) => result.merges)
      expect(new Set(merges.map(({ from }) => from)).size).toBe(2)
      expect(merges).toHaveLength(2)
      const after = await resolve(...['a0', 'b0', 'c0'].map((value) => seen(1, [['phone', value]])))
      expect(new Set(after.ids)).toEqual(new Set([contactIdFor(accountId, { kind: 'phone', value: 'a0' })]))
    }
  })

  it('agrees with a simple model when many workers resolve overlapping batches in any order', async () => {
    const people = 12
    const idsOf = (person: number): Ids => [
      ['wa_id', `w${person}`],
      ['bsuid', `b${person}`],
      ['phone', `p${person}`],
      ['username', `u${person % 4}`],
    ]
    let seed = 42
    const next = (below: number): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
      return (seed >>> 8) % below
    }
    const sighting = (): ContactInput => {
      const ids = idsOf(next(people))
      const kept = ids.filter(() => next(2) === 0)
      return seen(1 + next(1_000), kept.length > 0 ? kept : ids)
    }
    const batches = Array.from({ length: 60 }, () => Array.from({ length: 1 + next(8) }, sighting))
    await Promise.all(
      Array.from({ length: 20 }, async (_, worker) => {
        for (let i = worker; i < batches.length; i += 20) await resolveContacts(db.pool, batches[i] ?? [])
      }),
    )
    // Each person once with everything joins what was only ever seen apart.
    await resolve(...Array.from({ length: people }, (_, person) => seen(2_000, idsOf(person))))
    const strong = await Promise.all(
      Array.from({ length: people }, (_, person) =>
        resolve(
          ...idsOf(person)
            .slice(0, 3)
            .map((identity) => seen(1, [identity])),
        ),
      ),
    )
    for (const { ids } of strong) expect(new Set(ids).size).toBe(1)
    expect(new Set(strong.flatMap(({ ids }) => ids)).size).toBe(people)
    const circles = await db.pool.query(
      `with recursive up as (
          select id as start, merged_into as at, 1 as depth from contacts where account_id = $1 and merged_into is not null
          union all select u.start, c.merged_into, u.depth + 1 from up u join contacts c on c.id = u.at where c.merged_into is not null and u.depth < 100
        ) select 1 from up where depth >= 100`,
      [accountId],
    )
    expect(circles.rowCount).toBe(0)
  })

  it('sends as many statements for 500 people as for one, and one for people it knows', async () => {
    const counted = await countingPool(db)
    const batch = (size: number, prefix: string): ContactInput[] =>
      Array.from({ length: size }, (_, i) =>
        seen(
          10,
          [
            ['wa_id', `${prefix}${i}`],
            ['bsuid', `${prefix}b${i}`],
          ],
          `N${i}`,
        ),
      )
    await resolveContacts(counted.pool, batch(1, 'a'))
    const forOne = counted.count()
    await resolveContacts(counted.pool, batch(500, 'b'))
    expect(counted.count()).toBe(forOne)
    await resolveContacts(counted.pool, batch(500, 'b'))
    expect(counted.count()).toBe(1)
    await counted.pool.end()
  })

  it('takes any text for an identity or a name', async () => {
    const odd = [
      ['wa_id', 'nul\0here'],
      ['bsuid', '\uD800'],
      ['user_id', 'x'.repeat(100_000)],
      ['phone', "'; drop table contacts; --"],
    ] as const
    const inputs = odd.map((identity) => seen(1, [[...identity]], 'n\0\uDC00'))
    const first = await resolve(...inputs)
    expect(new Set(first.ids).size).toBe(4)
    expect((await resolve(...inputs)).ids).toEqual(first.ids)
  })
})

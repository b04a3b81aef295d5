import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ContactInput } from './contacts/identity.ts'
import { lookUpContacts, resolveContacts } from './resolve-contacts.ts'
import { createTestSchema, type TestSchema } from './test-database.ts'
import { testDatabaseUrl } from './testing/database-url.ts'
import { openConnections } from './testing/open-connections.ts'

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

type Ids = [kind: string, value: string][]

const seen = (at: number, ...ids: Ids): ContactInput => ({
  ...{ tenantId, accountId, channel: 'whatsapp', seenAt: new Date(at) },
  identities: ids.map(([kind, value]) => ({ kind, value })),
})
const resolve = async (...inputs: ContactInput[]): Promise<(string | undefined)[]> =>
  (await resolveContacts(db.pool, inputs)).contacts.map((contact) => contact?.contactId)

const stored = async (): Promise<string[]> => {
  const { rows } = await db.pool.query<{ value: string }>(
    'select value from contact_identities where account_id = $1 order by value',
    [accountId],
  )
  return rows.map(({ value }) => value)
}
const living = async (): Promise<number> => {
  const { rows } = await db.pool.query<{ n: number }>(
    'select count(*)::int as n from contacts where account_id = $1 and merged_into is null',
    [accountId],
  )
  return rows[0]?.n ?? 0
}

const spellings = [
  ['Brazil', '554188887777', '5541988887777'],
  ['Mexico', '525512345678', '5215512345678'],
  ['Argentina', '541123456789', '5491123456789'],
] as const

it.each(spellings)(
  'knows a person of %s under the other spelling and keeps both as they came',
  async (_, a, b) => {
    for (const [first, second] of [
      [a, b],
      [b, a],
    ]) {
      accountId = randomUUID()
      const [one] = await resolve(seen(1, ['wa_id', first ?? '']))
      expect(await resolve(seen(2, ['wa_id', second ?? '']))).toEqual([one])
      expect(await resolve(seen(3, ['wa_id', first ?? '']))).toEqual([one])
      expect(await stored()).toEqual([a, b].toSorted())
    }
  },
)

it.each(spellings)('takes both spellings of %s in one batch for one person', async (_, a, b) => {
  const found = await resolve(seen(1, ['wa_id', a]), seen(2, ['wa_id', b]), seen(3, ['wa_id', a]))
  expect(new Set(found).size).toBe(1)
  expect(await living()).toBe(1)
})

it('makes one contact when twenty workers meet a new person under each spelling at once', async () => {
  for (const [, a, b] of spellings) {
    accountId = randomUUID()
    const workers = Array.from({ length: 40 }, (_, n) => resolve(seen(n + 1, ['wa_id', n % 2 === 0 ? a : b])))
    const found = new Set((await Promise.all(workers)).flat())
    expect(found.size).toBe(1)
    expect(await living()).toBe(1)
    const merges = await db.pool.query('select 1 from contact_merges where account_id = $1', [accountId])
    expect(merges.rowCount).toBe(0)
  }
})

it('joins two contacts that were made before both spellings were known for one, once either is seen', async () => {
  const [short, long] = [spellings[0][1], spellings[0][2]]
  const [first] = await resolve(seen(1, ['wa_id', short]))
  // As an older release left it: the other spelling is somebody else's.
  const other = randomUUID()
  await db.pool.query(
    `insert into contacts (id, tenant_id, account_id, channel, first_seen_at, last_seen_at)
      values ($1, $2, $3, 'whatsapp', now(), now())`,
    [other, tenantId, accountId],
  )
  await db.pool.query(
    `insert into contact_identities (account_id, kind, value, contact_id, first_contact_id, tenant_id, created_at, seen_at)
      values ($1, 'wa_id', $2, $3, $3, $4, now(), now())`,
    [accountId, long, other, tenantId],
  )
  expect(await resolve(seen(2, ['wa_id', long]))).toEqual([first])
  const { rows } = await db.pool.query('select evidence from contact_merges where from_contact_id = $1', [
    other,
  ])
  expect(rows).toEqual([{ evidence: [{ kind: 'wa_id', value: long }] }])
})

it.each([
  ['a fixed line of the same digits', '551133334444', '5511933334444'],
  ['a number of another area', '554188887777', '5542988887777'],
  ['a number with one digit more', '554188887777', '55419888877771'],
  ['a toll-free number', '528001234567', '5218001234567'],
])('takes %s for somebody else', async (_, a, b) => {
  const [one] = await resolve(seen(1, ['wa_id', a]))
  const [other] = await resolve(seen(2, ['wa_id', b]))
  expect(other).not.toBe(one)
})

it('does not take the other spelling on another account, or of another kind, for the same person', async () => {
  const [, a, b] = spellings[0]
  const [one] = await resolve(seen(1, ['wa_id', a]))
  expect(await resolve(seen(2, ['phone', b]))).not.toEqual([one])
  accountId = randomUUID()
  expect(await resolve(seen(3, ['wa_id', b]))).not.toEqual([one])
})

it('says in a dry run what a run would do', async () => {
  const [, a, b] = spellings[0]
  const [one] = await resolve(seen(1, ['wa_id', a]))
  const { contacts } = await lookUpContacts(db.pool, [seen(2, ['wa_id', b])])
  expect(contacts[0]?.contactId).toBe(one)
  expect(await stored()).toEqual([a])
})

it('takes what stands for nobody for nobody: it joins no two people', async () => {
  const nobody: Ids[number] = ['user_id', 'unknown']
  const [a] = await resolve(seen(1, ['wa_id', '1'], nobody))
  const [b] = await resolve(seen(2, ['wa_id', '2'], nobody))
  expect(a).not.toBe(b)
  const [c, d] = await resolve(seen(3, nobody), seen(4, nobody))
  expect(c).toBe(d)
  expect([a, b]).not.toContain(c)
})

it.each(['email', 'psid', 'igsid', 'user_id', 'bsuid'])('knows a person by %s alone', async (kind) => {
  const [one] = await resolve(seen(1, [kind, 'x'], ['username', 'u']))
  expect(await resolve(seen(2, [kind, 'x']))).toEqual([one])
  const [other] = await resolve(seen(3, [kind, 'y'], ['username', 'u']))
  expect(other).not.toBe(one)
  expect(await resolve(seen(4, [kind, 'x'], [kind, 'y']))).toEqual([one])
  expect(await living()).toBe(1)
})

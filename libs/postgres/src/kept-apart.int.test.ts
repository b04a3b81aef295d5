import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { getContactMerge } from './contact-merge-records.ts'
import type { ContactInput } from './contacts/identity.ts'
import { mergeTwoContacts } from './merge-two-contacts.ts'
import { lookUpContacts, resolveContacts } from './resolve-contacts.ts'
import { createTestSchema, type TestSchema } from './test-database.ts'
import { testDatabaseUrl } from './testing/database-url.ts'
import { openConnections } from './testing/open-connections.ts'
import { undoContactMerge } from './undo-contact-merge.ts'

let db: TestSchema
let accountId = ''
const tenantId = randomUUID()

beforeAll(async () => {
  db = await createTestSchema(await testDatabaseUrl(), { max: 12 })
  await openConnections(db.pool)
})
afterAll(() => db.drop())
beforeEach(() => {
  accountId = randomUUID()
})

/** Identities by one letter each, so that a sighting reads as a word. */
const seen = (at: number, letters: string): ContactInput => ({
  ...{ tenantId, accountId, channel: 'whatsapp', seenAt: new Date(at) },
  identities: [...letters].map((value) => ({ kind: 'user_id', value })),
})
const resolve = async (...inputs: ContactInput[]): Promise<string[]> =>
  (await resolveContacts(db.pool, inputs)).contacts.map((contact) => contact?.contactId ?? '')

const undo = async (from: string): Promise<void> => {
  const merge = await getContactMerge(db.pool, { tenantId, from })
  await undoContactMerge(db.pool, { tenantId, id: merge?.id ?? '', undoneBy: 'test' })
}

/** Contacts of the letters, each pair of neighbours merged once and taken apart. */
const apart = async (...letters: string[]): Promise<string[]> => {
  const ids = await resolve(...letters.map((letter, n) => seen(n + 1, letter)))
  for (const [n, letter] of letters.slice(1).entries()) {
    await resolve(seen(50, `${letters[n]}${letter}`))
    await undo(ids[n + 1] ?? '')
  }
  return ids
}

it('keeps two apart within one batch: each sighting goes to its strongest, whatever stands beside it', async () => {
  const [a, b] = await apart('a', 'b')
  expect(await resolve(seen(60, 'a'), seen(61, 'b'), seen(62, 'ab'), seen(63, 'ba'))).toEqual([a, b, a, b])
  expect(await resolve(seen(64, 'ab'))).toEqual([a])
})

it('gives what is new in such a batch to whom it was seen with', async () => {
  const [a, b] = await apart('a', 'b')
  expect(await resolve(seen(60, 'an'), seen(61, 'ab'), seen(62, 'bm'), seen(63, 'n'), seen(64, 'm'))).toEqual(
    [...[a, a, b, a, b]],
  )
  expect(await resolve(seen(65, 'n'), seen(66, 'm'))).toEqual([a, b])
})

it('merges a third with one of the two, and then with neither other', async () => {
  const [a, b] = await apart('a', 'b')
  const [c] = await resolve(seen(3, 'c'))
  expect(await resolve(seen(60, 'abc'))).toEqual([a])
  expect(await resolve(seen(61, 'c'))).toEqual([a])
  expect(await resolve(seen(62, 'bc'))).toEqual([b])
  expect(await getContactMerge(db.pool, { tenantId, from: c ?? '' })).toMatchObject({ into: a })
})

it('does the same in a dry run', async () => {
  const [a, b] = await apart('a', 'b')
  const { contacts, merges } = await lookUpContacts(db.pool, [seen(60, 'ab'), seen(61, 'b')])
  expect(contacts.map((contact) => contact?.contactId)).toEqual([a, b])
  expect(merges).toEqual([])
})

it('stays apart when many workers see both at once', async () => {
  const [a, b] = await apart('a', 'b')
  const words = ['a', 'b', 'ab', 'ba', 'abx', 'bay']
  await Promise.all(
    Array.from({ length: 24 }, (_, n) => resolve(seen(60 + n, words[n % words.length] ?? 'a'))),
  )
  expect(await resolve(seen(99, 'a'), seen(99, 'b'))).toEqual([a, b])
})

it('stays apart when batches, merges and undone merges race', async () => {
  const [a = '', b = ''] = await resolve(seen(1, 'a'), seen(2, 'b'))
  const merge = () => mergeTwoContacts(db.pool, { tenantId, from: b, into: a, createdBy: 'test' })
  await merge()
  await Promise.all([
    ...Array.from({ length: 10 }, (_, n) => resolve(seen(60 + n, 'ab'), seen(60 + n, 'b'))),
    undo(b),
  ])
  expect(await resolve(seen(99, 'a'), seen(99, 'b'))).toEqual([a, b])
  const { rows } = await db.pool.query(
    'select value, contact_id from contact_identities where account_id = $1 order by value',
    [accountId],
  )
  expect(rows).toEqual([
    { value: 'a', contact_id: a },
    { value: 'b', contact_id: b },
  ])
})

it('keeps a weak identity with whoever showed it last, across a merge and its undoing', async () => {
  const name = { kind: 'username', value: 'u' }
  const named = (input: ContactInput): ContactInput => ({ ...input, identities: [...input.identities, name] })
  const [a = '', b = '', c = ''] = await resolve(seen(1, 'a'), named(seen(2, 'b')), seen(3, 'c'))
  expect(await resolve(named(seen(4, 'c')))).toEqual([c])
  await mergeTwoContacts(db.pool, { tenantId, from: b, into: a, createdBy: 'test' })
  await undo(b)
  expect(await resolve({ ...seen(5, ''), identities: [name] })).toEqual([c])
  await mergeTwoContacts(db.pool, { tenantId, from: c, into: a, createdBy: 'test' })
  expect(await resolve({ ...seen(6, ''), identities: [name] })).toEqual([a])
  await undo(c)
  expect(await resolve({ ...seen(7, ''), identities: [name] })).toEqual([c])
})

it('agrees with a simple model of who is apart from whom', async () => {
  let seed = 7
  const next = (below: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return (seed >>> 8) % below
  }
  const letters = [...'abcdef']
  const ids = await resolve(...letters.map((letter, n) => seen(n + 1, letter)))
  const contactOf = async (letter: string): Promise<string> => (await resolve(seen(1, letter)))[0] ?? ''
  /** Letters whose contacts were taken apart: whatever comes, they end apart. */
  const split: [string, string][] = []
  for (let round = 0; round < 40; round += 1) {
    const one = letters[next(6)] ?? 'a'
    const other = letters[next(6)] ?? 'b'
    if (one !== other) await resolve(seen(100 + round, `${one}${other}`))
    const merged = ids[next(6)] ?? ''
    const record = await getContactMerge(db.pool, { tenantId, from: merged })
    if (record !== undefined && next(3) === 0) {
      await undo(merged)
      split.push([record.from, record.into])
    }
    for (const [from, into] of split) {
      const pair = await Promise.all([from, into].map((id) => contactOf(letters[ids.indexOf(id)] ?? '')))
      expect(pair[0], `${from} and ${into} in round ${round}`).not.toBe(pair[1])
    }
  }
  expect(split.length).toBeGreaterThan(2)
})

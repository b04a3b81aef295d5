import type { Queryable } from '../pool.ts'
import { otherSpellings, type Person } from './group-people.ts'
import { identityKey } from './identity.ts'
import type { ContactPlan, IdentityRow, KnownIdentity } from './plan-contacts.ts'

/** Each function is one statement for a whole batch, so that the number of round trips does not grow with it. */

const mergeChainMax = 64

type FoundRow = {
  account_id: string
  kind: string
  value: string
  seen_at: Date
  id: string
  first_seen_at: Date
  last_seen_at: Date
  name: string | null
  name_at: Date | null
}

/** The contacts behind all identities of these people and their other spellings, merges followed to their end. */
export const findIdentities = async (
  db: Queryable,
  people: readonly Person[],
): Promise<Map<string, KnownIdentity>> => {
  const rows = people.flatMap((person) =>
    [...[...person.identities.values()].map(({ identity }) => identity), ...otherSpellings(person)].map(
      (identity) => ({ person, identity }),
    ),
  )
  const found = await db.query<FoundRow>({
    name: 'contacts_find_identities',
    text: `with recursive wanted as (
        select distinct account_id, kind, value from unnest($1::uuid[], $2::text[], $3::text[]) w(account_id, kind, value)
      ), chain as (
        select i.account_id, i.kind, i.value, i.seen_at, i.contact_id, 0 as depth
        from wanted join contact_identities i using (account_id, kind, value)
        union all
        select h.account_id, h.kind, h.value, h.seen_at, c.merged_into, h.depth + 1
        from chain h join contacts c on c.id = h.contact_id
        where c.merged_into is not null and h.depth < ${mergeChainMax}
      )
      select h.account_id, h.kind, h.value, h.seen_at, c.id, c.first_seen_at, c.last_seen_at, c.name, c.name_at
      from chain h join contacts c on c.id = h.contact_id where c.merged_into is null`,
    values: [
      rows.map(({ person }) => person.accountId),
      rows.map(({ identity }) => identity.kind),
      rows.map(({ identity }) => identity.value),
    ],
  })
  return new Map(
    found.rows.map((row) => [
      identityKey(row.account_id, row),
      {
        seenAt: row.seen_at,
        contact: {
          ...{ id: row.id, firstSeenAt: row.first_seen_at, lastSeenAt: row.last_seen_at },
          ...{ name: row.name, nameAt: row.name_at },
        },
      },
    ]),
  )
}

/** Advisory locks that end with the transaction, taken in the array's order: callers sort, so that nobody deadlocks. */
export const lockSlots = async (
  db: Queryable,
  lockClass: number,
  slots: readonly number[],
): Promise<void> => {
  await db.query('select pg_advisory_xact_lock($1, slot) from unnest($2::int[]) slot', [lockClass, slots])
}

/** Row locks on the contacts that will change, in the order of their ids. */
export const lockContacts = async (db: Queryable, ids: readonly string[]): Promise<void> => {
  await db.query('select id from contacts where id = any($1::uuid[]) order by id for update', [ids])
}

export const insertContacts = async (db: Queryable, plans: readonly ContactPlan[]): Promise<void> => {
  await db.query(
    `insert into contacts (id, tenant_id, account_id, channel, name, name_at, first_seen_at, last_seen_at)
      select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::timestamptz[], $7::timestamptz[], $8::timestamptz[])
        c(id, tenant_id, account_id, channel, name, name_at, first_seen_at, last_seen_at)
      order by id on conflict (id) do nothing`,
    [
      plans.map(({ contactId }) => contactId),
      plans.map(({ person }) => person.tenantId),
      plans.map(({ person }) => person.accountId),
      plans.map(({ person }) => person.channel),
      plans.map(({ person }) => person.name ?? null),
      plans.map(({ person }) => person.nameAt ?? null),
      plans.map(({ person }) => person.firstSeenAt),
      plans.map(({ person }) => person.lastSeenAt),
    ],
  )
}

/** New identities; one that exists changes hands only when it was seen later (callers pass such rows for weak kinds alone). */
export const putIdentities = async (db: Queryable, rows: readonly IdentityRow[]): Promise<void> => {
  await db.query(
    `insert into contact_identities as i
        (account_id, kind, value, contact_id, first_contact_id, tenant_id, created_at, seen_at)
      select account_id, kind, value, contact_id, contact_id, tenant_id, first_at, last_at
      from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::uuid[], $6::timestamptz[], $7::timestamptz[])
        r(account_id, kind, value, contact_id, tenant_id, first_at, last_at)
      order by account_id, kind, value
      on conflict (account_id, kind, value) do update
        set contact_id = excluded.contact_id, first_contact_id = excluded.contact_id, seen_at = excluded.seen_at
        where excluded.seen_at > i.seen_at and i.kind in ('username', 'parent_bsuid')`,
    [
      rows.map(({ person }) => person.accountId),
      rows.map(({ identity }) => identity.kind),
      rows.map(({ identity }) => identity.value),
      rows.map(({ contactId }) => contactId),
      rows.map(({ person }) => person.tenantId),
      rows.map(({ firstAt }) => firstAt),
      rows.map(({ lastAt }) => lastAt),
    ],
  )
}

/** Notes newer sightings of weak identities; their owner stays. */
export const noteSightings = async (db: Queryable, rows: readonly IdentityRow[]): Promise<void> => {
  await db.query(
    `with seen as (
        select i.account_id, i.kind, i.value, s.at from contact_identities i
        join unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[]) s(account_id, kind, value, at)
          using (account_id, kind, value)
        order by i.account_id, i.kind, i.value for update of i
      )
      update contact_identities i set seen_at = greatest(i.seen_at, seen.at) from seen
      where (i.account_id, i.kind, i.value) = (seen.account_id, seen.kind, seen.value)`,
    [
      rows.map(({ person }) => person.accountId),
      rows.map(({ identity }) => identity.kind),
      rows.map(({ identity }) => identity.value),
      rows.map(({ lastAt }) => lastAt),
    ],
  )
}

/** The rule of isNewerName() in SQL. */
const newerName = `seen.name is not null
  and (c.name_at is null or (seen.name_at, seen.name collate "C") > (c.name_at, c.name collate "C"))`

/** Widens first and last seen and takes a newer name; nothing ever goes back. */
export const touchContacts = async (db: Queryable, plans: readonly ContactPlan[]): Promise<void> => {
  await db.query(
    `with seen as (
        select s.* from contacts c
        join unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[], $4::text[], $5::timestamptz[])
          s(id, first_at, last_at, name, name_at) using (id)
        order by c.id for update of c
      )
      update contacts c set
        first_seen_at = least(c.first_seen_at, seen.first_at),
        last_seen_at = greatest(c.last_seen_at, seen.last_at),
        name = case when ${newerName} then seen.name else c.name end,
        name_at = case when ${newerName} then seen.name_at else c.name_at end
      from seen
      where c.id = seen.id`,
    [
      plans.map(({ contactId }) => contactId),
      plans.map(({ person }) => person.firstSeenAt),
      plans.map(({ person }) => person.lastSeenAt),
      plans.map(({ person }) => person.name ?? null),
      plans.map(({ person }) => person.nameAt ?? null),
    ],
  )
}

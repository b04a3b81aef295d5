import { z } from 'zod'
import { otherSpelling } from './contacts/phone-variants.ts'
import type { Pool } from './pool.ts'
import { storableKey } from './storable.ts'

export type ContactRow = {
  id: string
  accountId: string
  channel: string
  name: string | null
  firstSeenAt: Date
  lastSeenAt: Date
  /** The contact at the end of its merges; null for one that stands for itself. */
  mergedInto: string | null
  /** Empty for a merged one: they are with the contact that it went into. */
  identities: { kind: string; value: string }[]
}

export type ListContactsInput = {
  tenantId: string
  /** One of the person's identities, in full; a number in either spelling. */
  identity?: string | undefined
  /** How the name begins, in any case. */
  name?: string | undefined
  /** At most 100. */
  limit: number
  /** `next` of the page before, of the same question. */
  cursor?: string | undefined
}

export type ListContactsOutcome =
  | { ok: true; contacts: ContactRow[]; next: string | null }
  | { ok: false; reason: 'bad_cursor' }

const limitMax = 100
/** As much of a name as its index holds. */
const nameCharsMax = 64
const nameKey = `left(lower(c.name), ${nameCharsMax}) collate "C"`

const byTime = z.tuple([z.int(), z.uuid()])
const byName = z.tuple([z.string().max(nameCharsMax * 2), z.uuid()])

/** A tenant's contacts: by name where one is asked for, else the newest first. Merged ones are left out. */
export const listContacts = async (pool: Pool, input: ListContactsInput): Promise<ListContactsOutcome> => {
  const position = input.cursor === undefined ? undefined : readCursor(input, input.cursor)
  if (input.cursor !== undefined && position === undefined) return { ok: false, reason: 'bad_cursor' }
  const limit = Math.max(1, Math.min(limitMax, input.limit))
  const { rows } = await pool.query<ContactRow & { nameKey: string | null }>(
    contactsQuery(input, { position, limit: limit + 1 }),
  )
  const contacts = rows.slice(0, limit)
  const last = contacts.at(-1)
  const next = rows.length > limit && last !== undefined ? writeCursor(input, last) : null
  return { ok: true, contacts: contacts.map(({ nameKey: _, ...contact }) => contact), next }
}

/** One of the tenant's contacts, a merged one too. */
export const getContact = async (
  pool: Pool,
  key: { tenantId: string; id: string },
): Promise<ContactRow | undefined> => {
  const { rows } = await pool.query<ContactRow>(
    `select ${columns},
        (with recursive chain as (
            select k.merged_into as id, 0 as depth from contacts k where k.id = c.id and k.merged_into is not null
            union all
            select k.merged_into, chain.depth + 1 from chain join contacts k on k.id = chain.id
            where k.merged_into is not null and chain.depth < 64
          )
          select id from chain order by depth desc limit 1) as "mergedInto"
      from contacts c where c.tenant_id = $1 and c.id = $2`,
    [key.tenantId, key.id],
  )
  return rows[0]
}

const columns = `c.id, c.account_id as "accountId", c.channel, c.name, c.first_seen_at as "firstSeenAt",
  c.last_seen_at as "lastSeenAt", coalesce((
    select json_agg(json_build_object('kind', i.kind, 'value', i.value) order by i.kind, i.value)
    from contact_identities i where i.contact_id = c.id), '[]'::json) as identities`

type Position = readonly [key: number | string, id: string]

/** Exported so that a test can look at its plan. */
export const contactsQuery = (
  input: Pick<ListContactsInput, 'tenantId' | 'identity' | 'name'>,
  page: { position: Position | undefined; limit: number },
): { text: string; values: unknown[] } => {
  const values: unknown[] = [input.tenantId, page.limit]
  const where = ['c.tenant_id = $1', 'c.merged_into is null']
  if (input.identity !== undefined) {
    const spellings = `$${values.push(spellingsOf(input.identity))}::text[]`
    where.push(
      `c.id in (select contact_id from contact_identities where tenant_id = $1 and value = any(${spellings}))`,
    )
  }
  if (input.name !== undefined) {
    const start = `left(lower($${values.push(input.name)}::text), ${nameCharsMax})`
    // The greatest code point there is: whatever begins so sorts before it.
    where.push('c.name is not null', `${nameKey} >= ${start}`, `${nameKey} <= ${start} || U&'\\+10FFFF'`)
  }
  const named = input.name !== undefined
  if (page.position !== undefined) {
    const [key, id] = page.position
    const place = named ? `$${values.push(key)}::text` : `$${values.push(new Date(Number(key)))}::timestamptz`
    const pair = named ? `(${nameKey}, c.id) >` : '(c.first_seen_at, c.id) <'
    where.push(`${pair} (${place}, $${values.push(id)}::uuid)`)
  }
  const order = named ? `${nameKey}, c.id` : 'c.first_seen_at desc, c.id desc'
  return {
    text: `select ${columns}, null as "mergedInto", ${nameKey} as "nameKey" from contacts c
      where ${where.join(' and ')} order by ${order} limit $2`,
    values,
  }
}

/** The value as it is stored, and for a number its other spelling. */
const spellingsOf = (value: string): string[] => {
  const stored = storableKey(value)
  const other = otherSpelling({ kind: 'phone', value: stored })
  return other === undefined ? [stored] : [stored, other.value]
}

const writeCursor = (
  { name }: Pick<ListContactsInput, 'name'>,
  row: ContactRow & { nameKey: string | null },
): string =>
  Buffer.from(
    JSON.stringify([name === undefined ? row.firstSeenAt.getTime() : row.nameKey, row.id]),
  ).toString('base64url')

const readCursor = ({ name }: Pick<ListContactsInput, 'name'>, cursor: string): Position | undefined => {
  try {
    const given: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    const parsed = (name === undefined ? byTime : byName).safeParse(given)
    if (!parsed.success) return undefined
    const [key] = parsed.data
    const readable = typeof key === 'string' ? !key.includes('\0') : !Number.isNaN(new Date(key).getTime())
    return readable ? parsed.data : undefined
  } catch {
    return undefined
  }
}

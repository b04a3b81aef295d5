import type { PoolClient } from 'pg'
import { type ContactMergeRecord, getContactMerge } from './contact-merge-records.ts'
import { lockContacts } from './contacts/contact-statements.ts'
import { lockAccounts } from './contacts/lock-accounts.ts'
import { mergeContacts } from './contacts/merge-contacts.ts'
import type { Pool } from './pool.ts'
import { transaction } from './transaction.ts'

export type MergeTwoContactsInput = {
  tenantId: string
  from: string
  into: string
  createdBy: string
  reason?: string | undefined
  now?: Date
}

export type MergeTwoContactsOutcome =
  | { ok: true; merge: ContactMergeRecord }
  | { ok: false; reason: 'from_not_found' | 'into_not_found' | 'same' | 'other_account' }
  /** `from` is part of `mergedInto` already, which is another than the one asked for. */
  | { ok: false; reason: 'merged_elsewhere'; mergedInto: string }

/**
 * Merges one contact into another because a person says that they are one. `into` stays, however old it is; where it
 * is merged itself, the contact it went into. What was undone before may be merged again here. Idempotent.
 */
export const mergeTwoContacts = async (
  pool: Pool,
  input: MergeTwoContactsInput,
): Promise<MergeTwoContactsOutcome> => {
  if (input.from === input.into) return { ok: false, reason: 'same' }
  return await transaction(pool, async (client) => {
    const [from, into] = await readPair(client, input)
    if (from === undefined) return { ok: false, reason: 'from_not_found' }
    if (into === undefined) return { ok: false, reason: 'into_not_found' }
    if (from.accountId !== into.accountId) return { ok: false, reason: 'other_account' }
    await lockAccounts(client, [from.accountId])
    return await merge(client, input)
  })
}

type Found = { id: string; accountId: string; root: string }

const merge = async (client: PoolClient, input: MergeTwoContactsInput): Promise<MergeTwoContactsOutcome> => {
  const [from, into] = await readPair(client, input)
  if (from === undefined || into === undefined) throw new Error('a contact vanished while it was merged')
  const { tenantId, createdBy, reason } = input
  if (from.root !== from.id) {
    if (from.root !== into.root) return { ok: false, reason: 'merged_elsewhere', mergedInto: from.root }
    const known = await getContactMerge(client, { tenantId, from: from.id })
    return known === undefined ? { ok: false, reason: 'same' } : { ok: true, merge: known }
  }
  if (into.root === from.id) return { ok: false, reason: 'same' }
  await lockContacts(client, [from.id, into.root])
  const { accountId } = from
  await mergeContacts(
    client,
    [{ tenantId, accountId, from: from.id, into: into.root, evidence: [] }],
    input.now ?? new Date(),
    { cause: 'manual', createdBy, reason },
  )
  const made = await getContactMerge(client, { tenantId, from: from.id })
  if (made === undefined) throw new Error('a merge left no record')
  return { ok: true, merge: made }
}

/** Both contacts, each with the one at the end of its merges. */
const readPair = async (
  client: PoolClient,
  { tenantId, from, into }: MergeTwoContactsInput,
): Promise<[Found | undefined, Found | undefined]> => {
  const { rows } = await client.query<Found>(
    `with recursive chain as (
        select id as start, id, account_id, merged_into, 0 as depth from contacts
        where tenant_id = $1 and id = any($2::uuid[])
        union all
        select h.start, c.id, h.account_id, c.merged_into, h.depth + 1 from chain h join contacts c on c.id = h.merged_into
        where h.depth < 64
      )
      select start as id, account_id as "accountId", id as root from chain where merged_into is null`,
    [tenantId, [from, into]],
  )
  return [rows.find(({ id }) => id === from), rows.find(({ id }) => id === into)]
}

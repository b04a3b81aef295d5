import type { PoolClient } from 'pg'
import { type ContactMergeRecord, getContactMerge } from './contact-merge-records.ts'
import { lockAccounts } from './contacts/lock-accounts.ts'
import type { Pool } from './pool.ts'
import { transaction } from './transaction.ts'

export type UndoContactMergeInput = { tenantId: string; id: string; undoneBy: string; now?: Date }

/**
 * Takes a merge apart: the contact stands for itself again and gets back the identities it was first seen with, and
 * those of the contacts that had been merged into it. Its record stays and keeps the two apart (see findApart). What
 * hangs on the contact is moved back by the engine: see listUndoneMerges. Idempotent; undefined where the tenant has
 * no such merge.
 */
export const undoContactMerge = async (
  pool: Pool,
  input: UndoContactMergeInput,
): Promise<ContactMergeRecord | undefined> =>
  await transaction(pool, async (client) => {
    const found = await getContactMerge(client, input)
    if (found === undefined) return undefined
    await lockAccounts(client, [found.accountId])
    const { rowCount } = await client.query(
      `update contact_merges set undone_at = $3, undone_by = $4
        where tenant_id = $1 and id = $2 and undone_at is null`,
      [input.tenantId, input.id, input.now ?? new Date(), input.undoneBy],
    )
    if (rowCount === 1) await takeApart(client, found)
    return await getContactMerge(client, input)
  })

const takeApart = async (client: PoolClient, { id, tenantId, from }: ContactMergeRecord): Promise<void> => {
  const holder = await lockChain(client, tenantId, from)
  await client.query(
    `with recursive members as (
        select $2::uuid as id
        union
        select c.id from members m join contacts c on c.merged_into = m.id
      )
      update contact_identities set contact_id = $2
      where tenant_id = $1 and contact_id = $3 and first_contact_id in (select id from members)`,
    [tenantId, from, holder],
  )
  await client.query(
    'update contacts set merged_into = null, merged_at = null, merge_done_at = null where tenant_id = $1 and id = $2',
    [tenantId, from],
  )
  // A name that came with the merge goes; one that was seen since stays.
  await client.query(
    `update contacts k set name = m.into_name, name_at = m.into_name_at
      from contact_merges m join contacts f on f.id = m.from_contact_id
      where m.tenant_id = $1 and m.id = $2 and k.id = m.into_contact_id
        and (k.name, k.name_at) = (f.name, f.name_at) and k.name_at is distinct from m.into_name_at`,
    [tenantId, id],
  )
}

/** Locks the contact and all it went into, in the order of their ids; out: the one that holds its identities now. */
const lockChain = async (client: PoolClient, tenantId: string, contactId: string): Promise<string> => {
  const { rows } = await client.query<{ id: string; root: boolean }>(
    `with recursive chain as (
        select id, merged_into from contacts where tenant_id = $1 and id = $2
        union
        select c.id, c.merged_into from chain h join contacts c on c.id = h.merged_into
      )
      select id, merged_into is null as root from contacts where id in (select id from chain) order by id for update`,
    [tenantId, contactId],
  )
  const root = rows.find((row) => row.root)
  if (root === undefined) throw new Error('contacts are merged in a circle')
  return root.id
}

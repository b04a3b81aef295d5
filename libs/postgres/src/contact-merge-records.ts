import type { Pool, Queryable } from './pool.ts'

/** A merge of two contacts as it was recorded. */
export type ContactMergeRecord = {
  id: string
  tenantId: string
  accountId: string
  channel: string
  from: string
  into: string
  cause: 'automatic' | 'manual'
  /** The identities that were seen together; empty for a merge by a person. */
  evidence: { kind: string; value: string }[]
  reason: string | null
  createdBy: string | null
  mergedAt: Date
  undoneAt: Date | null
  undoneBy: string | null
}

export const selectContactMerges = `select id, tenant_id as "tenantId", account_id as "accountId", channel,
    from_contact_id as "from", into_contact_id as "into", cause, evidence, reason, created_by as "createdBy",
    merged_at as "mergedAt", undone_at as "undoneAt", undone_by as "undoneBy"
  from contact_merges`

/** One of the tenant's merges, by its id, or the one that a contact is merged by today. */
export const getContactMerge = async (
  db: Queryable,
  key: { tenantId: string } & ({ id: string } | { from: string }),
): Promise<ContactMergeRecord | undefined> => {
  const which = 'id' in key ? 'id = $2' : 'from_contact_id = $2 and undone_at is null'
  const { rows } = await db.query<ContactMergeRecord>(
    `${selectContactMerges} where tenant_id = $1 and ${which}`,
    [key.tenantId, 'id' in key ? key.id : key.from],
  )
  return rows[0]
}

/** The merges that a contact was part of, on either side, newest first. */
export const listContactMerges = async (
  pool: Pool,
  input: { tenantId: string; contactId: string; limit: number },
): Promise<ContactMergeRecord[]> => {
  const { rows } = await pool.query<ContactMergeRecord>(
    `${selectContactMerges} where tenant_id = $1 and (from_contact_id = $2 or into_contact_id = $2)
      order by merged_at desc, id desc limit $3`,
    [input.tenantId, input.contactId, input.limit],
  )
  return rows
}

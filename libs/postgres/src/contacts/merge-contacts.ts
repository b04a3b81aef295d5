import { uuidv7 } from '@omnistream/common'
import type { Queryable } from '../pool.ts'
import type { PlannedMerge } from './plan-contacts.ts'

/** Who merges and why: a batch that saw identities together, or a person. */
export type MergeOrigin =
  | { cause: 'automatic' }
  | { cause: 'manual'; createdBy: string; reason: string | undefined }

/**
 * Points merged contacts and their identities to the contact that stays, which inherits the newest name and the widest
 * times, and records each merge. The contacts are locked by the caller. Out: the ids of the records.
 */
export const mergeContacts = async (
  db: Queryable,
  merges: readonly PlannedMerge[],
  now: Date,
  origin: MergeOrigin = { cause: 'automatic' },
): Promise<string[]> => {
  const { rows } = await db.query<{ id: string }>(
    `with pairs as (
        select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[]) p(record_id, from_id, into_id, evidence)
      ), gone as (
        update contacts c set merged_into = p.into_id, merged_at = $5, merge_done_at = null from pairs p
        where c.id = p.from_id and c.merged_into is null
        returning c.id, c.tenant_id, c.account_id, c.channel, p.record_id, p.into_id, p.evidence,
          c.first_seen_at, c.last_seen_at, c.name, c.name_at
      ), moved as (
        update contact_identities i set contact_id = p.into_id from pairs p where i.contact_id = p.from_id
      ), recorded as (
        insert into contact_merges (id, tenant_id, account_id, channel, from_contact_id, into_contact_id,
          cause, evidence, reason, created_by, into_name, into_name_at, merged_at)
        select g.record_id, g.tenant_id, g.account_id, g.channel, g.id, g.into_id,
          $6, g.evidence::jsonb, $7, $8, k.name, k.name_at, $5
        from gone g join contacts k on k.id = g.into_id
        returning id
      ), best as (
        select distinct on (into_id) into_id, min(first_seen_at) over (partition by into_id) as first_seen_at,
          max(last_seen_at) over (partition by into_id) as last_seen_at, name, name_at
        from gone order by into_id, name_at desc nulls last, name collate "C" desc
      ), kept as (
        update contacts c set
          first_seen_at = least(c.first_seen_at, best.first_seen_at),
          last_seen_at = greatest(c.last_seen_at, best.last_seen_at),
          name = case when best.name_at > coalesce(c.name_at, '-infinity') then best.name else c.name end,
          name_at = greatest(c.name_at, best.name_at)
        from best where c.id = best.into_id
      )
      select id from recorded`,
    [
      merges.map(() => uuidv7(now.getTime())),
      merges.map(({ from }) => from),
      merges.map(({ into }) => into),
      merges.map(({ evidence }) => JSON.stringify(evidence)),
      now,
      origin.cause,
      origin.cause === 'manual' ? (origin.reason ?? null) : null,
      origin.cause === 'manual' ? origin.createdBy : null,
    ],
  )
  return rows.map(({ id }) => id)
}

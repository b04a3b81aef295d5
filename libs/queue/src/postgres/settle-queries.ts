import type { Claim, Outcome, Settlement } from '../store.ts'
import type { Query } from './claim-query.ts'
import type { QuotedSource, RowEnd } from './table-source.ts'

/** Makes the leases that still count begin anew; returns them. */
export function extendQuery(source: QuotedSource, claims: readonly Claim[], leaseMs: number): Query {
  const { name, columns: c, literals } = source
  return {
    text: `update ${name} as t set ${c.lockedUntil} = now() + $3::float8 * interval '1 ms'
      from unnest($1::text[], $2::uuid[]) as held (id, lease)
      where t.${c.id} = held.id and t.${c.lockToken} = held.lease and t.${c.status} = ${literals.working}
      returning held.lease`,
    values: [claims.map(({ job }) => job.id), claims.map(({ lease }) => lease), leaseMs],
  }
}

type RowChange = {
  claim: Claim
  status: string
  delayMs: number | null
  refund: number
  reason: string | null
}

/**
 * The statements that end claims, one for the rows that stay and one for those that go. Each touches a row only while
 * it carries the lease of the claim.
 */
export function settleQueries(source: QuotedSource, settlements: readonly Settlement[]): Query[] {
  const stay: RowChange[] = []
  const go: Claim[] = []
  for (const { claim, outcome } of settlements) {
    const end = endOf(source, outcome)
    if (end === 'delete') go.push(claim)
    else if (end !== undefined) stay.push({ claim, ...changeOf(outcome), status: end.status })
  }
  return [
    ...(stay.length > 0 ? [changeQuery(source, stay)] : []),
    ...(go.length > 0 ? [deleteQuery(source, go)] : []),
  ]
}

function endOf(source: QuotedSource, outcome: Outcome): RowEnd | undefined {
  if (outcome.kind === 'settled') return undefined
  if (outcome.kind === 'again') return { status: source.words.waiting }
  return outcome.kind === 'done' ? source.done : source.failed
}

const changeOf = (outcome: Outcome): Pick<RowChange, 'delayMs' | 'refund' | 'reason'> => ({
  delayMs: outcome.kind === 'again' ? outcome.delayMs : null,
  refund: outcome.kind === 'again' && outcome.refund ? 1 : 0,
  reason: 'reason' in outcome ? (outcome.reason ?? null) : null,
})

function changeQuery(source: QuotedSource, changes: readonly RowChange[]): Query {
  const { name, columns: c, literals } = source
  const lastError = c.lastError === undefined ? '' : `, ${c.lastError} = coalesce(s.reason, t.${c.lastError})`
  const updated = c.updatedAt === undefined ? '' : `, ${c.updatedAt} = now()`
  return {
    text: `update ${name} as t set ${c.status} = s.status, ${c.lockedUntil} = null, ${c.lockToken} = null,
        ${c.dueAt} = coalesce(now() + s.delay_ms * interval '1 ms', t.${c.dueAt}),
        ${c.attempts} = greatest(0, t.${c.attempts} - s.refund)${lastError}${updated}
      from unnest($1::text[], $2::uuid[], $3::text[], $4::float8[], $5::int[], $6::text[])
        as s (id, lease, status, delay_ms, refund, reason)
      where t.${c.id} = s.id and t.${c.lockToken} = s.lease and t.${c.status} = ${literals.working}`,
    values: [
      changes.map(({ claim }) => claim.job.id),
      changes.map(({ claim }) => claim.lease),
      changes.map(({ status }) => status),
      changes.map(({ delayMs }) => delayMs),
      changes.map(({ refund }) => refund),
      changes.map(({ reason }) => reason),
    ],
  }
}

function deleteQuery(source: QuotedSource, claims: readonly Claim[]): Query {
  const { name, columns: c, literals } = source
  return {
    text: `delete from ${name} as t using unnest($1::text[], $2::uuid[]) as s (id, lease)
      where t.${c.id} = s.id and t.${c.lockToken} = s.lease and t.${c.status} = ${literals.working}`,
    values: [claims.map(({ job }) => job.id), claims.map(({ lease }) => lease)],
  }
}

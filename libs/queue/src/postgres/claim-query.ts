import type { ClaimRequest } from '../store.ts'
import type { QuotedSource } from './table-source.ts'

export type Query = { text: string; values: unknown[] }

/**
 * Claims due rows, groups in turn: the first groups after `after` that have something due give their oldest rows, and
 * the first of each goes before the second of any. It walks from group to group on the index (group, time), so a flood
 * of one group costs the others nothing, and stops at as many groups as there are hands.
 *
 * Each look for one row is ordered by what its index is ordered by: an `exists` let the planner read a table from its
 * oldest, long finished rows on.
 *
 * No group gives more than its part, so that hardly more rows are locked than taken: rows locked by another claim are
 * skipped, never waited for. Those whose lease has run out come first.
 */
export function claimQuery(source: QuotedSource, request: ClaimRequest, after: string): Query {
  const { name, columns: c, literals } = source
  const isWaiting = `${c.status} = ${literals.waiting}`
  const isDue = `${isWaiting} and ${c.dueAt} <= now()`
  const updated = c.updatedAt === undefined ? '' : `, ${c.updatedAt} = now()`
  const text = `with recursive groups (name) as (
      (select ${c.group} from ${name}
        where (select ${c.dueAt} from ${name} where ${isWaiting} order by ${c.dueAt} limit 1) <= now()
          and ${isWaiting} and ${c.group} > $1
        order by ${c.group} limit 1)
      union all
      select (select ${c.group} from ${name} where ${isWaiting} and ${c.group} > groups.name order by ${c.group} limit 1)
      from groups where groups.name is not null
    ), due_groups as materialized (
      select groups.name from groups cross join lateral (
        select 1 from ${name} where ${isDue} and ${c.group} = groups.name order by ${c.dueAt} limit 1
      ) something
      where groups.name is not null and groups.name <> all ($2::text[])
      limit $3
    ), waiting as materialized (
      select one.* from due_groups cross join lateral (
        select ${c.id} as id, ${c.group} as name, ${c.dueAt} as since from ${name}
        where ${isDue} and ${c.group} = due_groups.name
        order by ${c.dueAt} limit (select least($4, ceil($3::float8 / count(*))::bigint) from due_groups)
        for update skip locked
      ) one
    ), expired as materialized (
      select ${c.id} as id, ${c.group} as name, '-infinity'::timestamptz as since from ${name}
      where ${c.status} = ${literals.working} and ${c.lockedUntil} <= now() and ${c.group} <> all ($2::text[])
      order by ${c.lockedUntil} limit $3 for update skip locked
    ), ranked as (
      select id, name, since, row_number() over (partition by name order by since) as turn
      from (select * from expired union all select * from waiting) candidates
    ), picked as (
      select ranked.id from ranked
      left join unnest($5::text[], $6::int[]) as held (name, jobs) on held.name = ranked.name
      where ranked.turn + coalesce(held.jobs, 0) <= $4
      order by ranked.turn, ranked.since limit $3
    )
    update ${name} as t set ${c.status} = ${literals.working}, ${c.attempts} = t.${c.attempts} + 1,
      ${c.lockedUntil} = now() + $7::float8 * interval '1 ms', ${c.lockToken} = gen_random_uuid()${updated}
    from picked where t.${c.id} = picked.id
    returning t.${c.id} as id, t.${c.group} as group, t.${c.attempts} as attempt, t.${c.lockToken} as lease`
  const held = [...request.held]
  const full = held.filter(([, jobs]) => jobs >= request.perGroup).map(([group]) => group)
  const perGroup = Math.min(request.perGroup, request.limit + Math.max(0, ...request.held.values()))
  return {
    text,
    values: [
      after,
      full,
      request.limit,
      perGroup,
      held.map(([group]) => group),
      held.map(([, jobs]) => jobs),
      request.leaseMs,
    ],
  }
}

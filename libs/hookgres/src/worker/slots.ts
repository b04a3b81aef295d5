import type { Queryable } from '@omnistream/postgres/pool'
import type { Query } from '../query.ts'
import type { Tables } from '../schema/tables.ts'
import type { Task } from './task.ts'

export type Slots = {
  /** Out: how long each of them must be put off, ms; those that may go now are missing. */
  ask(tasks: readonly Pick<Task, 'id' | 'endpointId'>[]): Promise<Map<string, number>>
}

/** What is put off comes back within this time, however much waits: the limit may have been raised. */
const horizonMs = 60_000

type Granted = { id: string; free: number; nextMs: number; gapMs: number }

/**
 * The rate limit of an endpoint over all workers: its row says when the next slot is free. What gets none is put off
 * without the cost of an attempt (lessons #46), one after the other, so that a backlog does not come back all at once.
 */
export function createSlots(db: Queryable, tables: Tables, now: () => number = Date.now): Slots {
  /** Until when slots are given to what this process has put off, by endpoint. */
  const parked = new Map<string, number>()
  const park = (grant: Granted): number => {
    const first = now() + grant.nextMs
    const last = Math.max(first, (parked.get(grant.id) ?? 0) + grant.gapMs)
    const at = last > now() + horizonMs ? first : last
    parked.set(grant.id, at)
    return Math.ceil(at - now())
  }
  return {
    async ask(tasks) {
      const waits = new Map<string, number>()
      if (tasks.length === 0) return waits
      for (const [id, at] of parked) if (at < now()) parked.delete(id)
      const asked = Map.groupBy(tasks, ({ endpointId }) => endpointId)
      const { rows } = await db.query<Granted>(
        slotsQuery(
          tables,
          [...asked].map(([id, all]) => ({ id, count: all.length })),
        ),
      )
      for (const grant of rows)
        for (const { id } of (asked.get(grant.id) ?? []).slice(grant.free)) waits.set(id, park(grant))
      return waits
    },
  }
}

/** How much may go at once after a quiet time: a tenth of a second's worth, at least one. */
const burstSeconds = 0.1

/** The generic cell rate algorithm on the endpoint's row. In the order of the ids, so that workers lock alike. */
export const slotsQuery = (
  { endpoints }: Tables,
  asked: readonly { id: string; count: number }[],
): Query => ({
  text: `with locked as materialized (
      select e.id, asked.count, greatest(coalesce(e.rate_slot_at, now()), now()) as begin, 1.0 / e.rate_limit as gap
      from ${endpoints} e join unnest($1::text[], $2::int[]) as asked (id, count) on asked.id = e.id
      where e.rate_limit is not null order by e.id for no key update of e
    ), granted as (
      select *, extract(epoch from begin - now()) as ahead,
        least(count, greatest(0, floor((${burstSeconds} - extract(epoch from begin - now())) / gap) + 1))::int as free
      from locked
    ), taken as (
      update ${endpoints} as e set rate_slot_at = granted.begin + granted.free * granted.gap * interval '1 second'
      from granted where e.id = granted.id and granted.free > 0
    )
    select id, free, ((ahead + free * gap) * 1000)::float8 as "nextMs", (gap * 1000)::float8 as "gapMs" from granted`,
  values: [asked.map(({ id }) => id), asked.map(({ count }) => count)],
})

import type { Pool } from '@omnistream/postgres/pool'
import { onceReady } from '../once-ready.ts'
import type { Claim, ClaimRequest, Store } from '../store.ts'
import { claimQuery } from './claim-query.ts'
import { putQuery } from './jobs-table.ts'
import { extendQuery, settleQueries } from './settle-queries.ts'
import { type QuotedSource, quoteSource, type TableSource } from './table-source.ts'

type ClaimedRow = { id: string; group: string; attempt: number; lease: string }

/** A store over rows that the caller writes: nothing is put in. */
export function createRowsStore(pool: Pool, table: TableSource): Store {
  const source = quoteSource(table)
  const claim = createClaimer(pool, source)
  return {
    async put() {},
    claim,
    async extend(claims, leaseMs) {
      const { rows } = await pool.query<{ lease: string }>(extendQuery(source, claims, leaseMs))
      return new Set(rows.map(({ lease }) => lease))
    },
    async settle(settlements) {
      let ended = settlements.filter(({ outcome }) => outcome.kind === 'settled').length
      for (const query of settleQueries(source, settlements)) ended += (await pool.query(query)).rowCount ?? 0
      return settlements.length - ended
    },
  }
}

/** A store over the driver's own table, which `prepare` makes before its first use. */
export function createJobsStore(pool: Pool, table: TableSource, prepare: () => Promise<void>): Store {
  const ready = onceReady(prepare)
  const store = createRowsStore(pool, table)
  const done = { kind: 'done' } as const
  return {
    ...store,
    async put(jobs) {
      await ready()
      await pool.query(putQuery(table, jobs))
    },
    async claim(request) {
      await ready()
      return await store.claim(request)
    },
    // Here the row is nobody's but ours, so what the caller has settled elsewhere is done.
    settle: (settlements) =>
      store.settle(
        settlements.map(({ claim, outcome }) => ({
          claim,
          outcome: outcome.kind === 'settled' ? done : outcome,
        })),
      ),
  }
}

/** Goes round the groups: each claim begins after the group where the one before it ended. */
function createClaimer(pool: Pool, source: QuotedSource): Store['claim'] {
  let after = ''
  const once = async (request: ClaimRequest): Promise<Claim[]> => {
    const { rows } = await pool.query<ClaimedRow>(claimQuery(source, request, after))
    after = lastGroup(rows)
    return rows.map(({ id, group, attempt, lease }) => ({ job: { id, group, attempt }, lease }))
  }
  return async (request) => {
    const isRound = after === ''
    const claims = await once(request)
    return claims.length > 0 || isRound ? claims : await once(request)
  }
}

/** Which of them is last need not be the server's order: the next claim goes round to all of them anyway. */
const lastGroup = (rows: readonly ClaimedRow[]): string =>
  rows
    .map(({ group }) => group)
    .toSorted()
    .at(-1) ?? ''

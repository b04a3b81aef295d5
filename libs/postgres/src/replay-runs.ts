import { uuidv7 } from '@omnistream/common'
import { and, asc, desc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { orm } from './orm.ts'
import type { Pool } from './pool.ts'
import { replayRuns } from './schema.ts'

/** A pass of stored payloads through the current parser. `total` is null until it is known. */
export type ReplayRun = typeof replayRuns.$inferSelect
export type ReplayStatus = ReplayRun['status']

export type CreateReplayInput = {
  /** null: all tenants. */
  tenantId: string | null
  filter: Record<string, unknown>
  dryRun: boolean
  sideEffects: boolean
  ratePerSecond?: number
  createdBy?: string
  id?: string
  now?: Date
}

export const createReplayRun = async (pool: Pool, input: CreateReplayInput): Promise<ReplayRun> => {
  const now = input.now ?? new Date()
  const [row] = await orm(pool)
    .insert(replayRuns)
    .values({
      ...{ id: input.id ?? uuidv7(now.getTime()), tenantId: input.tenantId, status: 'pending' as const },
      ...{ dryRun: input.dryRun, sideEffects: input.sideEffects, filter: input.filter },
      ...{
        ratePerSecond: input.ratePerSecond ?? null,
        createdBy: input.createdBy ?? null,
        createdAt: now,
        updatedAt: now,
      },
    })
    .returning()
  if (row === undefined) throw new Error('the replay run was not stored')
  return row
}

/** `tenantId` undefined sees every run, null only those for all tenants. */
export type ReplayScope = { tenantId?: string | null }

const inScope = ({ tenantId }: ReplayScope) => {
  if (tenantId === undefined) return undefined
  return tenantId === null ? isNull(replayRuns.tenantId) : eq(replayRuns.tenantId, tenantId)
}

export const getReplayRun = async (
  pool: Pool,
  key: { id: string } & ReplayScope,
): Promise<ReplayRun | undefined> => {
  const [row] = await orm(pool)
    .select()
    .from(replayRuns)
    .where(and(eq(replayRuns.id, key.id), inScope(key)))
    .limit(1)
  return row
}

/** Newest first; `before` is the last run of the page above. */
export const listReplayRuns = (
  pool: Pool,
  input: ReplayScope & { limit: number; before?: { createdAt: Date; id: string } },
): Promise<ReplayRun[]> => {
  const older =
    input.before === undefined
      ? undefined
      : sql`(${replayRuns.createdAt}, ${replayRuns.id}) < (${input.before.createdAt.toISOString()}::timestamptz, ${input.before.id}::uuid)`
  return orm(pool)
    .select()
    .from(replayRuns)
    .where(and(inScope(input), older))
    .orderBy(desc(replayRuns.createdAt), desc(replayRuns.id))
    .limit(input.limit)
}

export type ReplayLease = { id: string; token: string }

/**
 * Takes the oldest run that nobody works on, a new one or one whose worker has gone silent, for `leaseMs`. Two workers
 * never get the same one. Out: the run with its `lockToken`; undefined when there is none.
 */
export const claimReplayRun = async (
  pool: Pool,
  input: { token: string; leaseMs: number; now?: Date },
): Promise<ReplayRun | undefined> => {
  const now = input.now ?? new Date()
  const free = or(isNull(replayRuns.lockedUntil), lte(replayRuns.lockedUntil, now))
  const next = orm(pool)
    .select({ id: replayRuns.id })
    .from(replayRuns)
    .where(and(inArray(replayRuns.status, ['pending', 'running']), free))
    .orderBy(asc(replayRuns.createdAt))
    .limit(1)
    .for('update', { skipLocked: true })
  const [row] = await orm(pool)
    .update(replayRuns)
    .set({
      ...{ status: 'running', lockToken: input.token, lockedUntil: new Date(now.getTime() + input.leaseMs) },
      ...{
        startedAt: sql`coalesce(${replayRuns.startedAt}, ${now.toISOString()}::timestamptz)`,
        updatedAt: now,
      },
    })
    .where(inArray(replayRuns.id, next))
    .returning()
  return row
}

/** Absolute values, written in one statement with the cursor, so that a page repeated after a crash counts once. */
export type ReplayProgress = {
  total?: number
  published?: number
  processed?: number
  counts?: Record<string, number>
  cursor?: unknown
}

/**
 * Keeps the lease and stores how far the run has come. Out: the run's status now (`paused` and `cancelled` mean: stop
 * after this); undefined when another worker has taken the run, whose progress is then not touched.
 */
export const heartbeatReplayRun = async (
  pool: Pool,
  input: ReplayLease & { leaseMs: number; progress?: ReplayProgress; now?: Date },
): Promise<ReplayStatus | undefined> => {
  const now = input.now ?? new Date()
  const { total, published, processed, counts, cursor } = input.progress ?? {}
  const [row] = await orm(pool)
    .update(replayRuns)
    .set({
      ...{ lockedUntil: new Date(now.getTime() + input.leaseMs), updatedAt: now },
      ...(total === undefined ? {} : { total }),
      ...(published === undefined ? {} : { published }),
      ...(processed === undefined ? {} : { processed }),
      ...(counts === undefined ? {} : { counts }),
      ...(cursor === undefined ? {} : { cursor }),
    })
    .where(heldBy(input))
    .returning({ status: replayRuns.status })
  return row?.status
}

/** Adds to the counters; any worker may, lease or not. Not idempotent: call it once for each payload that was settled. */
export const addReplayCounts = async (
  pool: Pool,
  input: { id: string; processed: number; counts: Readonly<Record<string, number>>; now?: Date },
): Promise<void> => {
  await pool.query(
    `update replay_runs r set processed = processed + $2, updated_at = greatest(updated_at, $4), counts = (
        select coalesce(jsonb_object_agg(key, n), '{}') from (
          select key, sum(value::bigint) as n
          from (select * from jsonb_each_text(r.counts) union all select * from jsonb_each_text($3::jsonb)) both_sides group by key
        ) sums)
      where id = $1`,
    [input.id, input.processed, JSON.stringify(input.counts), input.now ?? new Date()],
  )
}

/** Ends a run that this lease holds and that still runs. Out: false when the lease was lost, or the run stopped from outside. */
export const finishReplayRun = async (
  pool: Pool,
  input: ReplayLease & { status: 'done' | 'failed'; error?: string; now?: Date },
): Promise<boolean> => {
  const now = input.now ?? new Date()
  const rows = await orm(pool)
    .update(replayRuns)
    .set({
      status: input.status,
      error: input.error ?? null,
      finishedAt: now,
      updatedAt: now,
      lockedUntil: null,
      lockToken: null,
    })
    .where(and(heldBy(input), eq(replayRuns.status, 'running')))
    .returning({ id: replayRuns.id })
  return rows.length > 0
}

const heldBy = (lease: ReplayLease) => and(eq(replayRuns.id, lease.id), eq(replayRuns.lockToken, lease.token))

/** `conflict`: the run is in a state from which this cannot be asked. */
export type ReplayChange =
  | { ok: true; run: ReplayRun }
  | { ok: false; reason: 'not_found' }
  | { ok: false; reason: 'conflict'; status: ReplayStatus }

type ChangeInput = { id: string; now?: Date } & ReplayScope

/** The worker stops after what it is doing; its progress stays. */
export const pauseReplayRun = (pool: Pool, input: ChangeInput): Promise<ReplayChange> =>
  change(pool, input, ['pending', 'running'], { status: 'paused' })

/** Any worker may go on from the stored cursor; the lease of the one that was paused is void. */
export const resumeReplayRun = (pool: Pool, input: ChangeInput): Promise<ReplayChange> =>
  change(pool, input, ['paused'], { status: 'pending', lockedUntil: null, lockToken: null })

/** Ends the run for good. */
export const cancelReplayRun = (pool: Pool, input: ChangeInput): Promise<ReplayChange> =>
  change(pool, input, ['pending', 'running', 'paused'], {
    status: 'cancelled',
    finishedAt: input.now ?? new Date(),
    lockedUntil: null,
  })

const change = async (
  pool: Pool,
  input: ChangeInput,
  from: ReplayStatus[],
  set: Partial<typeof replayRuns.$inferInsert>,
): Promise<ReplayChange> => {
  const mine = and(eq(replayRuns.id, input.id), inScope(input))
  const [row] = await orm(pool)
    .update(replayRuns)
    .set({ ...set, updatedAt: input.now ?? new Date() })
    .where(and(mine, inArray(replayRuns.status, from)))
    .returning()
  if (row !== undefined) return { ok: true, run: row }
  const run = await getReplayRun(pool, input)
  return run === undefined
    ? { ok: false, reason: 'not_found' }
    : { ok: false, reason: 'conflict', status: run.status }
}

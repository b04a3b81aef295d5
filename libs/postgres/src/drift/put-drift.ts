import type { Pool, Queryable } from '../pool.ts'
import type { driftKinds } from '../schema-ledger.ts'
import { storableKey, storableText } from '../storable.ts'
import { transaction } from '../transaction.ts'
import { type DriftName, driftIdOf } from './drift-id.ts'

export type DriftKind = (typeof driftKinds)[number]

/** What a batch saw under one name: how often, and where for the first time. */
export type DriftSighting = DriftName & {
  what: DriftKind
  accountId: string
  firstSeenAt: Date
  lastSeenAt: Date
  count: number
  auditId: string
  path: string
  parserVersion: number
}

/** The name that stands for all those a day has no room for. */
export const otherName = 'other'

/**
 * Counts sightings of names that are known already, in one statement. A name that is not known after all is added, so
 * call it only for those that `putDrift` has taken.
 */
export const addDrift = async (
  db: Queryable,
  sightings: readonly DriftSighting[],
  now: Date,
): Promise<void> => {
  if (sightings.length === 0) return
  const rows = merged(sightings)
  await db.query(
    `insert into drift as d (id, tenant_id, channel, what, name, account_id, first_seen_at, last_seen_at, count, audit_id, path,
        parser_version, day)
      select *, $13::date from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::uuid[], $7::timestamptz[],
        $8::timestamptz[], $9::bigint[], $10::uuid[], $11::text[], $12::int[]) as r(id) order by r.id
      on conflict (id) do update set
        count = d.count + excluded.count,
        last_seen_at = greatest(d.last_seen_at, excluded.last_seen_at),
        first_seen_at = least(d.first_seen_at, excluded.first_seen_at),
        audit_id = case when excluded.first_seen_at < d.first_seen_at then excluded.audit_id else d.audit_id end,
        path = case when excluded.first_seen_at < d.first_seen_at then excluded.path else d.path end,
        account_id = case when excluded.first_seen_at < d.first_seen_at then excluded.account_id else d.account_id end,
        parser_version = case when excluded.first_seen_at < d.first_seen_at then excluded.parser_version else d.parser_version end`,
    [
      ...[rows.map(driftIdOf), rows.map(({ tenantId }) => tenantId), rows.map(({ channel }) => channel)],
      ...[rows.map(({ what }) => what), rows.map(({ name }) => name), rows.map(({ accountId }) => accountId)],
      ...[rows.map(({ firstSeenAt }) => firstSeenAt), rows.map(({ lastSeenAt }) => lastSeenAt)],
      ...[rows.map(({ count }) => count), rows.map(({ auditId }) => auditId)],
      ...[rows.map(({ path }) => storableText(path)), rows.map(({ parserVersion }) => parserVersion)],
      now.toISOString().slice(0, 10),
    ],
  )
}

/**
 * The same for names that may be new. A tenant gets `namesPerDayMax` new ones on a UTC day, whoever else adds some at
 * the same time; what comes beyond is counted as `other`, so that no sender can fill the table. Out: the ids (of the names as they were
 * given) that are stored now.
 */
export const putDrift = async (
  pool: Pool,
  sightings: readonly DriftSighting[],
  { now, namesPerDayMax }: { now: Date; namesPerDayMax: number },
): Promise<string[]> => {
  if (sightings.length === 0) return []
  return await transaction(pool, async (client) => {
    const tenants = [...new Set(sightings.map(({ tenantId }) => tenantId))].toSorted()
    for (const tenant of tenants) {
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`drift ${tenant}`])
    }
    const known = await knownIds(client, sightings)
    const room = await roomOf(client, tenants, now, namesPerDayMax)
    const taken = sightings.map((sighting) => {
      const id = driftIdOf(storable(sighting))
      if (known.has(id)) return sighting
      const left = room.get(sighting.tenantId) ?? 0
      if (left <= 0) return { ...sighting, name: otherName }
      room.set(sighting.tenantId, left - 1)
      known.add(id)
      return sighting
    })
    await addDrift(client, taken, now)
    return sightings.flatMap((sighting, index) => (taken[index] === sighting ? [driftIdOf(sighting)] : []))
  })
}

const knownIds = async (db: Queryable, sightings: readonly DriftSighting[]): Promise<Set<string>> => {
  const ids = sightings.map((sighting) => driftIdOf(storable(sighting)))
  const { rows } = await db.query<{ id: string }>('select id from drift where id = any($1::uuid[])', [ids])
  return new Set(rows.map(({ id }) => id))
}

const roomOf = async (
  db: Queryable,
  tenants: readonly string[],
  now: Date,
  max: number,
): Promise<Map<string, number>> => {
  const { rows } = await db.query<{ tenantId: string; names: number }>(
    `select tenant_id as "tenantId", count(*)::int as names from drift
      where tenant_id = any($1::uuid[]) and day = $2::date group by tenant_id`,
    [tenants, now.toISOString().slice(0, 10)],
  )
  const used = new Map(rows.map(({ tenantId, names }) => [tenantId, names]))
  return new Map(tenants.map((tenant) => [tenant, max - (used.get(tenant) ?? 0)]))
}

const storable = <Sighting extends DriftName>(sighting: Sighting): Sighting => ({
  ...sighting,
  name: storableKey(sighting.name),
})

/** One statement cannot touch the same row twice: several names may have become `other`. */
const merged = (sightings: readonly DriftSighting[]): DriftSighting[] => {
  const byId = Map.groupBy(sightings.map(storable), driftIdOf)
  return [...byId.values()].flatMap((same) => {
    const [first] = same.toSorted((a, b) => a.firstSeenAt.getTime() - b.firstSeenAt.getTime())
    if (first === undefined) return []
    const last = Math.max(...same.map(({ lastSeenAt }) => lastSeenAt.getTime()))
    return [{ ...first, lastSeenAt: new Date(last), count: same.reduce((sum, { count }) => sum + count, 0) }]
  })
}

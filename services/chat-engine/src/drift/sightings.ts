import type { UuidCodec } from '@omnistream/mongo'
import { type DriftKind, type DriftSighting, driftIdOf, nobody } from '@omnistream/postgres'
import type { Item } from '../batch/types.ts'

/** What a batch holds that its parsers do not know, each name once. */
export function sightingsOf(items: readonly Item[], uuids: UuidCodec): DriftSighting[] {
  const byName = new Map<string, DriftSighting>()
  for (const item of items) {
    const seen = unknownIn(item)
    if (!seen) continue
    const sighting = sightingOf(item, seen, uuids)
    const key = driftIdOf(sighting)
    const known = byName.get(key)
    byName.set(key, known ? joined(known, sighting) : sighting)
  }
  return [...byName.values()]
}

function unknownIn({ update }: Item): { what: DriftKind; name: string } | undefined {
  if (update.kind === 'unsupported') return { what: update.what, name: update.name }
  if (update.kind === 'message' && update.type === 'unsupported' && update.nativeType !== undefined) {
    return { what: 'type', name: update.nativeType }
  }
  return undefined
}

function sightingOf(
  { job, update, owner }: Item,
  { what, name }: { what: DriftKind; name: string },
  uuids: UuidCodec,
): DriftSighting {
  const { row } = job
  const { tenant_id, account_id } = owner ?? row
  return {
    tenantId: tenant_id ? uuids.read(tenant_id) : nobody,
    accountId: account_id ? uuids.read(account_id) : nobody,
    ...{ channel: row.channel, what, name, count: 1, path: update.path, parserVersion: job.parserVersion },
    ...{ firstSeenAt: row.received_at, lastSeenAt: row.received_at, auditId: uuids.read(row._id) },
  }
}

function joined(a: DriftSighting, b: DriftSighting): DriftSighting {
  const [first, last] = a.firstSeenAt <= b.firstSeenAt ? [a, b] : [b, a]
  return {
    ...first,
    lastSeenAt: new Date(Math.max(a.lastSeenAt.getTime(), b.lastSeenAt.getTime())),
    count: first.count + last.count,
  }
}

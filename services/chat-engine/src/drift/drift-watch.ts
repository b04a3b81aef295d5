import type { UuidCodec } from '@omnistream/mongo'
import { addDrift, driftIdOf, type Pool, putDrift } from '@omnistream/postgres'
import type { Item } from '../batch/types.ts'
import { sightingsOf } from './sightings.ts'

/** Notes what the items of a batch hold that no parser knows. */
export type DriftWatch = (items: readonly Item[]) => Promise<void>

/** New names for a tenant and UTC day; the rest is counted under one name. */
export const namesPerDayMax = 100
/** Names that this process knows to be stored; past it, it learns them anew. */
const knownMax = 20_000

/**
 * A drift watch with a memory: a batch of names that are known costs one statement, one without any drift none, and
 * only a name that this process has not seen before takes the way that keeps the bound.
 */
export function createDriftWatch(deps: { pool: Pool; uuids: UuidCodec; now(): Date }): DriftWatch {
  const known = new Set<string>()
  return async function noteDrift(items) {
    const sightings = sightingsOf(items, deps.uuids)
    const fresh = sightings.some((sighting) => !known.has(driftIdOf(sighting)))
    if (!fresh) {
      await addDrift(deps.pool, sightings, deps.now())
      return
    }
    const stored = await putDrift(deps.pool, sightings, { now: deps.now(), namesPerDayMax })
    if (known.size > knownMax) known.clear()
    for (const id of stored) known.add(id)
  }
}

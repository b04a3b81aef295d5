import { type Db, type Document, MongoServerError } from 'mongodb'
import { compareIndex, type StoredIndex } from './compare-index.ts'
import { type IndexSpec, indexSpecs, type Retention } from './indexes.ts'

export type IndexAction = {
  collection: string
  index: string
  action: 'created' | 'unchanged' | 'ttl changed' | 'rebuilt'
  /** Why it was rebuilt or changed, in words. */
  detail?: string
}

const attemptsMax = 8
/** Another process did the same at the same moment: look again instead of failing. */
const raceCodes = new Set([26, 27, 48, 68, 85, 86, 117, 12587])

/**
 * Brings every index to its definition: creates what is missing, changes a TTL with collMod, drops and
 * rebuilds what differs otherwise (a text index without the right `language_override` among them). Safe to run
 * at once from many processes; running it again changes nothing.
 *
 * @returns what was done, index by index.
 * @throws {MongoServerError} where the server refuses a definition, for example over duplicate values.
 */
export async function setupIndexes(
  db: Db,
  retention: Retention,
  pause: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
): Promise<IndexAction[]> {
  const byCollection = Map.groupBy(indexSpecs(retention), (spec) => spec.collection)
  const actions: IndexAction[] = []
  for (const [collection, specs] of byCollection) {
    actions.push(...(await ensureCollection(db, collection, specs, pause)))
  }
  return actions
}

async function ensureCollection(
  db: Db,
  collection: string,
  specs: IndexSpec[],
  pause: (ms: number) => Promise<void>,
): Promise<IndexAction[]> {
  const done = new Map<string, IndexAction>()
  for (let attempt = 1; ; attempt++) {
    try {
      for (const action of await ensureIndexes(db, collection, specs)) {
        // A retry sees its own earlier work as unchanged; the first thing done is what is reported.
        if (!done.has(action.index) || action.action !== 'unchanged') done.set(action.index, action)
      }
      return [...done.values()]
    } catch (error) {
      if (attempt >= attemptsMax || !isRace(error)) throw error
      await pause(50 * attempt)
    }
  }
}

const isRace = (error: unknown): boolean =>
  error instanceof MongoServerError &&
  (raceCodes.has(Number(error.code)) || /already exists|in progress|concurrent|deadlock/i.test(error.message))

async function listIndexes(db: Db, collection: string): Promise<StoredIndex[]> {
  try {
    return (await db.collection(collection).listIndexes().toArray()) as StoredIndex[]
  } catch (error) {
    if (error instanceof MongoServerError && error.code === 26) return []
    throw error
  }
}

/** One command makes everything that is missing: a build for each would take each its own time. */
async function ensureIndexes(db: Db, collection: string, specs: IndexSpec[]): Promise<IndexAction[]> {
  const stored = await listIndexes(db, collection)
  const plans = specs.map((spec) => ({ spec, verdict: compareIndex(spec, stored) }))
  const actions: IndexAction[] = []
  for (const { spec, verdict } of plans) {
    const base = { collection, index: spec.name }
    if (verdict.kind === 'same') actions.push({ ...base, action: 'unchanged' })
    if (verdict.kind === 'missing') actions.push({ ...base, action: 'created' })
    if (verdict.kind === 'ttl') {
      await db.command({
        collMod: collection,
        index: { name: verdict.stored.name, expireAfterSeconds: spec.expireAfterSeconds },
      })
      const detail = `${verdict.stored.expireAfterSeconds} s to ${spec.expireAfterSeconds} s`
      actions.push({ ...base, action: 'ttl changed', detail })
    }
    if (verdict.kind === 'differs') {
      await db.collection(collection).dropIndex(verdict.stored.name)
      actions.push({ ...base, action: 'rebuilt', detail: verdict.detail })
    }
  }
  const wanted = plans.filter(({ verdict }) => verdict.kind === 'missing' || verdict.kind === 'differs')
  if (wanted.length > 0)
    await createIndexes(
      db,
      collection,
      wanted.map(({ spec }) => spec),
    )
  return actions
}

async function createIndexes(db: Db, collection: string, specs: readonly IndexSpec[]): Promise<void> {
  const indexes: Document[] = specs.map(({ collection: _collection, ...index }) => index)
  await db.command({ createIndexes: collection, indexes })
}

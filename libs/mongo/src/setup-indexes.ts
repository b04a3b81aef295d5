import { OmniError } from '@omnistream/common'
import { type Db, type Document, MongoServerError } from 'mongodb'
import { compareIndex, type StoredIndex } from './compare-index.ts'
import { type IndexSpec, indexSpecs, type Retention } from './indexes.ts'
import { refuseDuplicates } from './refuse-duplicates.ts'

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
 * @throws {OmniError} INDEX_DUPLICATES where documents share what must be unique; what was there stays.
 * @throws {MongoServerError} where the server refuses a definition otherwise.
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
  // A retry sees its own earlier work as unchanged, and what it dropped as missing: the first thing done counts.
  const note = (action: IndexAction): void => {
    const before = done.get(action.index)
    if (!before || before.action === 'unchanged') done.set(action.index, action)
  }
  for (let attempt = 1; ; attempt++) {
    try {
      await ensureIndexes(db, collection, specs, note)
      return specs.flatMap(({ name }) => done.get(name) ?? [])
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
async function ensureIndexes(
  db: Db,
  collection: string,
  specs: IndexSpec[],
  note: (action: IndexAction) => void,
): Promise<void> {
  const stored = await listIndexes(db, collection)
  const plans = specs.map((spec) => ({ spec, verdict: compareIndex(spec, stored) }))
  for (const { spec, verdict } of plans) {
    const base = { collection, index: spec.name }
    if (verdict.kind === 'same') note({ ...base, action: 'unchanged' })
    if (verdict.kind === 'ttl') {
      const { expireAfterSeconds } = spec
      await db.command({ collMod: collection, index: { name: verdict.stored.name, expireAfterSeconds } })
      const detail = `${verdict.stored.expireAfterSeconds} s to ${expireAfterSeconds} s`
      note({ ...base, action: 'ttl changed', detail })
    }
    if (verdict.kind === 'differs') {
      if (spec.unique) await refuseDuplicates(db, spec)
      await db.collection(collection).dropIndex(verdict.stored.name)
      note({ ...base, action: 'rebuilt', detail: verdict.detail })
    }
  }
  const wanted = plans.filter(({ verdict }) => verdict.kind === 'missing' || verdict.kind === 'differs')
  if (wanted.length === 0) return
  await createIndexes(
    db,
    collection,
    wanted.map(({ spec }) => spec),
  )
  for (const { spec } of wanted) note({ collection, index: spec.name, action: 'created' })
}

async function createIndexes(db: Db, collection: string, specs: readonly IndexSpec[]): Promise<void> {
  const indexes: Document[] = specs.map(({ collection: _collection, ...index }) => index)
  try {
    await db.command({ createIndexes: collection, indexes })
  } catch (error) {
    if (!(error instanceof MongoServerError) || error.code !== 11_000) throw error
    // The server's own words may name neither the index nor its fields.
    for (const spec of specs) if (spec.unique) await refuseDuplicates(db, spec)
    throw new OmniError('INDEX_DUPLICATES', `${collection} has documents that share a unique key`, {
      cause: error,
    })
  }
}

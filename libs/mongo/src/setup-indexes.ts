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
      const stored = await listIndexes(db, collection)
      for (const spec of specs) {
        const action = await ensureIndex(db, spec, stored)
        // A retry sees its own earlier work as unchanged; the first thing done is what is reported.
        if (!done.has(spec.name) || action.action !== 'unchanged') done.set(spec.name, action)
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

async function ensureIndex(db: Db, spec: IndexSpec, stored: StoredIndex[]): Promise<IndexAction> {
  const report = (action: IndexAction['action'], detail?: string): IndexAction => ({
    collection: spec.collection,
    index: spec.name,
    action,
    ...(detail ? { detail } : {}),
  })
  const verdict = compareIndex(spec, stored)
  switch (verdict.kind) {
    case 'same':
      return report('unchanged')
    case 'missing':
      await createIndex(db, spec)
      return report('created')
    case 'ttl':
      await db.command({
        collMod: spec.collection,
        index: { name: verdict.stored.name, expireAfterSeconds: spec.expireAfterSeconds },
      })
      return report('ttl changed', `${verdict.stored.expireAfterSeconds} s to ${spec.expireAfterSeconds} s`)
    case 'differs':
      await db.collection(spec.collection).dropIndex(verdict.stored.name)
      await createIndex(db, spec)
      return report('rebuilt', verdict.detail)
  }
}

async function createIndex(db: Db, spec: IndexSpec): Promise<void> {
  const { collection, key, ...options } = spec
  const index: Document = { key, ...options }
  await db.command({ createIndexes: collection, indexes: [index] })
}

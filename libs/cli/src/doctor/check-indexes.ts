import { indexSpecs } from '@omnistream/mongo'
import { compareIndex, type StoredIndex } from '@omnistream/mongo/compare-index'
import { type Db, MongoServerError } from 'mongodb'
import { type Finding, ok, problem } from './finding.ts'

const restart = 'restart any service: setupIndexes puts it right at the start, and says so in its log'

/** Seed 003's text index, unique index and TTL, and the indexes that the queries of the suite need. */
export async function checkIndexes(db: Db, auditDays: number): Promise<Finding[]> {
  const findings: Finding[] = []
  const stored = new Map<string, StoredIndex[]>()
  for (const spec of indexSpecs({ auditDays })) {
    const there = stored.get(spec.collection) ?? (await listIndexes(db, spec.collection))
    stored.set(spec.collection, there)
    const verdict = compareIndex(spec, there)
    const check = spec.name === 'content_text' ? 'text index' : `index ${spec.collection}.${spec.name}`
    if (verdict.kind === 'missing') findings.push(problem(check, 'is missing', restart))
    if (verdict.kind === 'differs') findings.push(problem(check, verdict.detail, restart))
    if (verdict.kind === 'ttl') {
      const has = `deletes after ${days(verdict.stored.expireAfterSeconds)} days`
      const wanted = `the setting says ${days(spec.expireAfterSeconds)}`
      findings.push(problem(`TTL ${spec.collection}.${spec.name}`, `${has}, ${wanted}`, restart))
    }
  }
  return findings.length > 0
    ? findings
    : [ok('indexes', 'all there, the text index with its language_override, the TTL as set')]
}

const days = (seconds: unknown): number => Number(seconds) / 86_400

async function listIndexes(db: Db, collection: string): Promise<StoredIndex[]> {
  try {
    return (await db.collection(collection).listIndexes().toArray()) as StoredIndex[]
  } catch (error) {
    // NamespaceNotFound: nothing was ever stored there.
    if (error instanceof MongoServerError && error.code === 26) return []
    throw error
  }
}

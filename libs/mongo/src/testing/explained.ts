import type { Db, Document } from 'mongodb'

/** What an explain says, for DocumentDB behind the bridge and for MongoDB alike. */
export type Explained = { indexes: string[]; stages: string[]; docsExamined: number; returned: number }

/** Explains a find or an aggregate with execution. */
export async function explained(db: Db, command: Document): Promise<Explained> {
  const reply = await db.command({ explain: command, verbosity: 'executionStats' })
  const planner = find(reply, 'queryPlanner')
  const stats = find(reply, 'executionStats')
  const nodes = walk(planner?.winningPlan)
  return {
    indexes: nodes.flatMap((node) => indexOf(node)),
    stages: nodes.flatMap((node) => (typeof node.stage === 'string' ? [node.stage] : [])),
    docsExamined: Number(stats?.totalDocsExamined),
    returned: Number(stats?.nReturned),
  }
}

/** MongoDB names no index for its shortcuts by `_id`. */
function indexOf(node: Document): string[] {
  if (typeof node.indexName === 'string') return [node.indexName]
  return node.stage === 'IDHACK' || node.stage === 'EXPRESS_IXSCAN' ? ['_id_'] : []
}

function walk(node: unknown): Document[] {
  if (Array.isArray(node)) return node.flatMap(walk)
  if (node === null || typeof node !== 'object') return []
  const { inputStage, inputStages, queryPlan } = node as Document
  return [node as Document, ...walk(inputStage), ...walk(inputStages), ...walk(queryPlan)]
}

/** An aggregate's explain may be nested in its first stage's cursor. */
function find(reply: unknown, key: string): Document | undefined {
  if (Array.isArray(reply)) return reply.map((one) => find(one, key)).find((found) => found !== undefined)
  if (reply === null || typeof reply !== 'object') return undefined
  const here = (reply as Document)[key]
  if (here !== undefined) return here as Document
  const { stages, $cursor } = reply as Document
  return find(stages, key) ?? find($cursor, key)
}

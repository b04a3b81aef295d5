import type { Document } from 'bson'
import type { IndexDetails, PlanNode } from './plan-node.ts'

export type PlanSummary = {
  winningPlan: Document
  returned: number
  keysExamined: number
  documentsExamined: number
  executionMs: number
}

const indexScans = new Set(['Index Scan', 'Index Only Scan', 'Bitmap Index Scan'])
const tableScans = new Set([
  'Seq Scan',
  'Parallel Seq Scan',
  'Bitmap Heap Scan',
  'Index Scan',
  'Index Only Scan',
])

/**
 * Puts a PostgreSQL plan into MongoDB's words. DocumentDB reads a whole collection through its `_id_` index
 * with nothing but the shard key as condition: that is a COLLSCAN.
 */
export function summarizePlan(plan: PlanNode): PlanSummary {
  const nodes = flatten(plan)
  const details = new Map(nodes.flatMap((node) => node.IndexDetails ?? []).map((one) => [one.indexName, one]))
  const scans = nodes.filter(isIndexScan)
  const used = scans.filter((node) => !isWholeCollection(node))
  const stages = used.map((node) => indexStage(node, details.get(node['Index Name'] ?? '')))
  const sorts = nodes.some((node) => node['Node Type'] === 'Sort' || node['Node Type'] === 'Incremental Sort')
  return {
    winningPlan: wrap(stages, sorts),
    returned: rows(plan),
    keysExamined: sum(used.map(rowsRead)),
    documentsExamined: sum(nodes.filter((node) => tableScans.has(node['Node Type'])).map(rowsRead)),
    executionMs: plan['Execution Time'] ?? 0,
  }
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)]
}

function isIndexScan(node: PlanNode): boolean {
  return indexScans.has(node['Node Type'])
}

function isWholeCollection(node: PlanNode): boolean {
  const onIdIndex = node['Index Name'] === '_id_'
  return onIdIndex && !(node['Index Cond'] ?? '').includes('object_id')
}

function indexStage(node: PlanNode, details: IndexDetails | undefined): Document {
  const indexName = node['Index Name'] ?? ''
  const isText = (node['Index Cond'] ?? '').includes('@#%')
  const direction = node['Scan Direction'] === 'Backward' ? 'backward' : 'forward'
  return {
    stage: isText ? 'TEXT_MATCH' : 'IXSCAN',
    indexName,
    direction,
    ...(details?.indexKey === undefined ? {} : { indexKey: details.indexKey }),
    ...(details?.indexBounds === undefined ? {} : { indexBounds: details.indexBounds }),
  }
}

function wrap(stages: Document[], sorts: boolean): Document {
  const [first, ...others] = stages
  const source = first === undefined ? { stage: 'COLLSCAN' } : fetchOf(first, others)
  return sorts ? { stage: 'SORT', inputStage: source } : source
}

function fetchOf(first: Document, others: Document[]): Document {
  if (others.length === 0) return { stage: 'FETCH', inputStage: first }
  return { stage: 'FETCH', inputStage: { stage: 'OR', inputStages: [first, ...others] } }
}

function rows(node: PlanNode): number {
  return (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 1)
}

function rowsRead(node: PlanNode): number {
  const dropped = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return rows(node) + dropped * (node['Actual Loops'] ?? 1)
}

function sum(values: number[]): number {
  return Math.round(values.reduce((total, value) => total + value, 0))
}

/** What is used of a node of `EXPLAIN (FORMAT JSON)`; DocumentDB adds `IndexDetails`. */
export type PlanNode = {
  'Node Type': string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Index Name'?: string
  'Index Cond'?: string
  'Scan Direction'?: string
  'Order By'?: string
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Execution Time'?: number
  IndexDetails?: IndexDetails[]
  Plans?: PlanNode[]
}

export type IndexDetails = {
  indexName: string
  indexKey?: string
  isMultiKey?: boolean
  indexBounds?: string[]
}

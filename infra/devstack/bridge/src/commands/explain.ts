import { type Document, Int32 } from 'bson'
import { documentValue, stringValue } from '../bson/element-values.ts'
import { encode } from '../bson/encode.ts'
import { readElements } from '../bson/read-elements.ts'
import { CommandError } from '../errors/command-error.ts'
import type { PlanNode } from '../explain/plan-node.ts'
import { summarizePlan } from '../explain/summarize-plan.ts'
import type { Handler } from '../handler.ts'

/** How DocumentDB turns a command into the query that PostgreSQL plans. */
const planned: Record<string, string> = {
  find: 'bson_aggregation_find',
  aggregate: 'bson_aggregation_pipeline',
  count: 'bson_aggregation_count',
  distinct: 'bson_aggregation_distinct',
}

/**
 * Runs the command under PostgreSQL's EXPLAIN and tells its plan in MongoDB's words: the winning plan with
 * its index, and for every verbosity but `queryPlanner` what was read. The whole plan is attached.
 */
export const explain: Handler = async function explain(command, { database }) {
  const inner = documentValue(command.body, command.elements.get('explain'))
  if (!inner) throw new CommandError(9, 'FailedToParse', 'explain needs a command')
  const elements = readElements(inner)
  const name = elements.keys().next().value ?? ''
  const source = Object.hasOwn(planned, name) ? planned[name] : undefined
  if (!source) throw new CommandError(59, 'CommandNotFound', `explain of '${name}' is not supported`)

  const verbosity = stringValue(command.body, command.elements.get('verbosity')) ?? 'allPlansExecution'
  const runs = verbosity !== 'queryPlanner'
  const text = `explain (format json, analyze ${runs}, timing off)
    select document from documentdb_api_catalog.${source}($1, $2)`
  const [row] = await database.query({ name: `x_${name}_${runs}`, text }, [command.database, inner])
  const plan = planOf(row)
  const namespace = `${command.database}.${stringValue(inner, elements.get(name)) ?? ''}`
  return encode(reply(plan, namespace, runs))
}

function reply(plan: PlanNode, namespace: string, runs: boolean): Document {
  const summary = summarizePlan(plan)
  const queryPlanner = { namespace, winningPlan: summary.winningPlan, rejectedPlans: [], postgresPlan: plan }
  if (!runs) return { explainVersion: '1', queryPlanner, ok: 1 }
  const executionStats = {
    executionSuccess: true,
    nReturned: new Int32(summary.returned),
    executionTimeMillis: new Int32(Math.round(summary.executionMs)),
    totalKeysExamined: new Int32(summary.keysExamined),
    totalDocsExamined: new Int32(summary.documentsExamined),
  }
  return { explainVersion: '1', queryPlanner, executionStats, ok: 1 }
}

function planOf(row: unknown[] | undefined): PlanNode {
  const explained = row?.[0]
  const first: unknown = Array.isArray(explained) ? explained[0] : undefined
  if (typeof first !== 'object' || first === null || !('Plan' in first)) {
    throw new TypeError('PostgreSQL explained nothing')
  }
  const executionMs = 'Execution Time' in first ? first['Execution Time'] : 0
  return { ...(first.Plan as PlanNode), 'Execution Time': Number(executionMs) }
}

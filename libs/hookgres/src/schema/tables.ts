import { OmniError } from '@omnistream/common'
import type { TableSource } from '@omnistream/queue'

/** The tables of one installation of hookgres, each quoted with its schema. */
export type Tables = {
  schema: string
  endpoints: string
  messages: string
  deliveries: string
  attempts: string
  migrations: string
}

/**
 * Names every table with its schema, so that neither the connection's search_path nor a second installation in the same
 * database matters. @throws {OmniError} SCHEMA_NAME_INVALID for what could break out of its quotes.
 */
export function tablesOf(schema: string): Tables {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) {
    throw new OmniError('SCHEMA_NAME_INVALID', `"${schema}" cannot be used as a PostgreSQL schema name`)
  }
  const name = (table: string): string => `"${schema}"."${table}"`
  return {
    schema,
    ...{ endpoints: name('endpoints'), messages: name('messages'), deliveries: name('deliveries') },
    ...{ attempts: name('attempts'), migrations: name('schema_migrations') },
  }
}

/** The rows of deliveries as a queue. A pending row without a time is held, and no queue sees it. */
export const sourceOf = (schema: string): TableSource => ({
  table: `${schema}.deliveries`,
  columns: {
    ...{ id: 'id', group: 'endpoint_id', status: 'status', attempts: 'attempt_count' },
    ...{ dueAt: 'next_attempt_at', lockedUntil: 'locked_until', lockToken: 'lock_token' },
    ...{ lastError: 'last_error', updatedAt: 'updated_at' },
  },
  words: { waiting: 'pending', working: 'delivering' },
  done: { status: 'succeeded' },
  failed: { status: 'failed' },
})

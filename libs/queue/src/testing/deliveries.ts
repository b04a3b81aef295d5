import type { TableSource } from '../postgres/table-source.ts'

/** A table of deliveries as an outbound service has it (seed 001): its rows are the truth and the queue. */
export const deliveriesSource: TableSource = {
  table: 'deliveries',
  columns: {
    ...{ id: 'id', group: 'endpoint_id', status: 'status', attempts: 'attempt_count' },
    ...{ dueAt: 'next_attempt_at', lockedUntil: 'locked_until', lockToken: 'lock_token' },
    ...{ lastError: 'last_error', updatedAt: 'updated_at' },
  },
  words: { waiting: 'pending', working: 'delivering' },
  done: { status: 'succeeded' },
  failed: { status: 'failed' },
}

export const deliveriesTable = `create table deliveries (
  id text primary key,
  endpoint_id text not null,
  status text not null default 'pending',
  attempt_count integer not null default 0,
  next_attempt_at timestamptz default now(),
  locked_until timestamptz,
  lock_token uuid,
  last_error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
)`

import type { Tables } from './tables.ts'

export type Migration = { name: string; statements(tables: Tables): string[] }

/**
 * In order; never changed once released. The tables are those of seed 001. What is added to it: `paused_at`,
 * `rate_limit` and `rate_slot_at`. Instants have milliseconds where a cursor compares them with a JavaScript date; ids
 * compare byte by byte, so that they sort by their time under any locale.
 */
export const migrations: readonly Migration[] = [{ name: '0001_initial', statements: initial }]

function initial({ endpoints, messages, deliveries, attempts }: Tables): string[] {
  return [
    `create table ${endpoints} (
      id text collate "C" primary key,
      tenant_id text not null,
      url text not null,
      description text,
      event_types text[],
      secret text not null,
      previous_secret text,
      previous_secret_expires_at timestamptz,
      metadata jsonb not null default '{}',
      disabled boolean not null default false,
      disabled_reason text,
      failing_since timestamptz,
      paused_at timestamptz,
      rate_limit integer check (rate_limit > 0),
      rate_slot_at timestamptz,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now()
    )`,
    `create index endpoints_tenant on ${endpoints} (tenant_id, created_at, id)`,
    `create table ${messages} (
      id text collate "C" primary key,
      tenant_id text not null,
      event_type text not null,
      payload jsonb not null,
      idempotency_key text,
      created_at timestamptz(3) not null default now()
    )`,
    `create unique index messages_idempotency on ${messages} (tenant_id, idempotency_key)
      where idempotency_key is not null`,
    `create index messages_tenant on ${messages} (tenant_id, created_at, id)`,
    `create table ${deliveries} (
      id text collate "C" primary key,
      message_id text collate "C" not null references ${messages} (id) on delete cascade,
      endpoint_id text collate "C" not null references ${endpoints} (id) on delete cascade,
      status text not null default 'pending' check (status in ('pending', 'delivering', 'succeeded', 'failed')),
      attempt_count integer not null default 0,
      next_attempt_at timestamptz default now(),
      locked_until timestamptz,
      lock_token uuid,
      last_error text,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now()
    )`,
    `create unique index deliveries_message on ${deliveries} (message_id, endpoint_id)`,
    `create index deliveries_endpoint on ${deliveries} (endpoint_id, status, created_at, id)`,
    `create index deliveries_held on ${deliveries} (endpoint_id, message_id)
      where status = 'pending' and next_attempt_at is null`,
    // What libs/queue reads to claim, as its indexStatements has it.
    `create index deliveries_queue_due on ${deliveries} (next_attempt_at) where status = 'pending'`,
    `create index deliveries_queue_group on ${deliveries} (endpoint_id, next_attempt_at) where status = 'pending'`,
    `create index deliveries_queue_locked on ${deliveries} (locked_until) where status = 'delivering'`,
    `create table ${attempts} (
      id text collate "C" primary key,
      delivery_id text collate "C" not null references ${deliveries} (id) on delete cascade,
      attempt_number integer not null,
      status_code integer,
      response_body text,
      error text,
      duration_ms integer not null,
      created_at timestamptz(3) not null default now()
    )`,
    `create index attempts_delivery on ${attempts} (delivery_id, created_at, id)`,
  ]
}

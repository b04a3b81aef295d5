import { desc, sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant } from './instant.ts'

/** The loss ledger and the drift watch. Where a tenant or an account is not known, the nil UUID stands in the key. */

const count = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0)

/**
 * What is still to be counted: the webhooks of one owner in one hour. `generation` rises with each change of such a
 * webhook, `counted` is the generation that `loss_ledger` shows; a row stays for as long as the ledger does.
 */
export const lossLedgerHours = pgTable(
  'loss_ledger_hours',
  {
    ownerId: uuid('owner_id').notNull(),
    hour: instant('hour').notNull(),
    generation: bigint('generation', { mode: 'number' }).notNull().default(1),
    counted: count('counted'),
    /** When to count it; null while there is nothing to count. */
    dueAt: instant('due_at'),
    /** A big hour is not counted again at once, however often it changes. */
    notBefore: instant('not_before'),
    webhooks: count('webhooks'),
    countedAt: instant('counted_at'),
    lockedUntil: instant('locked_until'),
    lockToken: uuid('lock_token'),
  },
  (t) => [
    primaryKey({ name: 'loss_ledger_hours_pkey', columns: [t.ownerId, t.hour] }),
    index('loss_ledger_hours_due').on(t.dueAt).where(sql`${t.dueAt} is not null`),
  ],
)

/**
 * How the updates of an hour's webhooks ended, by tenant, account and channel. `owner_id` is whose webhooks they came
 * in: rows of one owner and hour are replaced together, and a tenant's share of everybody's webhooks stands beside its own.
 */
export const lossLedger = pgTable(
  'loss_ledger',
  {
    hour: instant('hour').notNull(),
    ownerId: uuid('owner_id').notNull(),
    tenantId: uuid('tenant_id').notNull(),
    accountId: uuid('account_id').notNull(),
    channel: text('channel').notNull(),
    webhooks: count('webhooks'),
    pending: count('pending'),
    /** Of the pending ones, those older than the grace time. */
    overdue: count('overdue'),
    oldestPendingAt: instant('oldest_pending_at'),
    /** Webhooks whose updates did not each end as exactly one outcome. */
    mismatched: count('mismatched'),
    received: count('received'),
    stored: count('stored'),
    merged: count('merged'),
    duplicate: count('duplicate'),
    ignored: count('ignored'),
    unrouted: count('unrouted'),
    failed: count('failed'),
    /** Why updates were ignored or unrouted: reason to count. */
    reasons: jsonb('reasons').$type<Record<string, number>>().notNull().default({}),
  },
  (t) => [
    primaryKey({
      name: 'loss_ledger_pkey',
      columns: [t.hour, t.ownerId, t.tenantId, t.accountId, t.channel],
    }),
    index('loss_ledger_tenant').on(t.tenantId, t.hour, t.channel, t.accountId),
  ],
)

/** One row for each time that an hour of an account was found unbalanced; open until `cleared_at`. */
export const lossLedgerAlarms = pgTable(
  'loss_ledger_alarms',
  {
    id: uuid('id').primaryKey(),
    tenantId: uuid('tenant_id').notNull(),
    accountId: uuid('account_id').notNull(),
    channel: text('channel').notNull(),
    hour: instant('hour').notNull(),
    overdue: count('overdue'),
    mismatched: count('mismatched'),
    oldestPendingAt: instant('oldest_pending_at'),
    raisedAt: instant('raised_at').notNull(),
    clearedAt: instant('cleared_at'),
    raisedToldAt: instant('raised_told_at'),
    clearedToldAt: instant('cleared_told_at'),
  },
  (t) => [
    uniqueIndex('loss_ledger_alarms_open')
      .on(t.hour, t.tenantId, t.accountId, t.channel)
      .where(sql`${t.clearedAt} is null`),
    index('loss_ledger_alarms_tenant').on(t.tenantId, desc(t.raisedAt), desc(t.id)),
    index('loss_ledger_alarms_untold')
      .on(t.raisedAt)
      .where(sql`${t.raisedToldAt} is null or (${t.clearedAt} is not null and ${t.clearedToldAt} is null)`),
  ],
)

export const driftKinds = ['type', 'field', 'event', 'malformed'] as const

/** What a channel began to send that its parser does not know, with a pointer to the first bytes that had it. */
export const drift = pgTable(
  'drift',
  {
    id: uuid('id').primaryKey(),
    tenantId: uuid('tenant_id').notNull(),
    channel: text('channel').notNull(),
    what: text('what', { enum: driftKinds }).notNull(),
    name: text('name').notNull(),
    accountId: uuid('account_id').notNull(),
    firstSeenAt: instant('first_seen_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    /** About how often: a webhook that is done again after a crash counts again. */
    count: count('count'),
    auditId: uuid('audit_id').notNull(),
    /** JSON pointer into the webhook's body. */
    path: text('path').notNull(),
    parserVersion: integer('parser_version').notNull(),
    /** UTC day on which the row was made: what bounds the new names of a day. */
    day: date('day', { mode: 'string' }).notNull(),
    toldAt: instant('told_at'),
  },
  (t) => [
    uniqueIndex('drift_name').on(t.tenantId, t.channel, t.what, t.name),
    index('drift_tenant').on(t.tenantId, desc(t.firstSeenAt), desc(t.id)),
    index('drift_day').on(t.tenantId, t.day),
    index('drift_untold').on(t.firstSeenAt).where(sql`${t.toldAt} is null`),
    check('drift_what', sql`${t.what} in ('type', 'field', 'event', 'malformed')`),
  ],
)

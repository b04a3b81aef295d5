import { desc, isNull, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  doublePrecision,
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

export * from './schema-ledger.ts'
export * from './schema-merges.ts'

/**
 * The suite's own tables. Names carry no schema: the connection's search_path decides, so that every test can have
 * its own. Instants keep milliseconds, like the JavaScript dates they come from, so that cursors compare exactly.
 *
 * Foreign keys exist only on tables that change rarely: on the engine's hot path they would take a share lock on the
 * same tenant and account rows for every message.
 */

const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

export const tenants = pgTable('tenants', {
  id: uuid('id').primaryKey(),
  slug: text('slug').notNull().unique(),
  name: text('name').notNull(),
  createdAt: instant('created_at').notNull(),
})

export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid('id').primaryKey(),
    tenantId: uuid('tenant_id')
      .notNull()
      .references(() => tenants.id),
    prefix: text('prefix').notNull().unique(),
    hash: bytea('hash').notNull(),
    name: text('name').notNull(),
    scopes: text('scopes').array().notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at'),
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
  },
  (t) => [index('api_keys_tenant').on(t.tenantId, t.createdAt)],
)

export const channelAccounts = pgTable(
  'channel_accounts',
  {
    id: uuid('id').primaryKey(),
    tenantId: uuid('tenant_id')
      .notNull()
      .references(() => tenants.id),
    channel: text('channel').notNull(),
    externalId: text('external_id').notNull(),
    businessId: text('business_id'),
    name: text('name').notNull(),
    displayId: text('display_id'),
    status: text('status', { enum: ['active', 'paused'] }).notNull(),
    secretsEncrypted: bytea('secrets_encrypted').notNull(),
    keyId: text('key_id').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('channel_accounts_channel_external_id').on(t.channel, t.externalId),
    index('channel_accounts_tenant').on(t.tenantId, t.createdAt),
    check('channel_accounts_status', sql`${t.status} in ('active', 'paused')`),
  ],
)

export const contacts = pgTable(
  'contacts',
  {
    id: uuid('id').primaryKey(),
    tenantId: uuid('tenant_id').notNull(),
    accountId: uuid('account_id').notNull(),
    channel: text('channel').notNull(),
    name: text('name'),
    /** When the name was seen: the newest wins, in whatever order names arrive. */
    nameAt: instant('name_at'),
    mergedInto: uuid('merged_into'),
    mergedAt: instant('merged_at'),
    /** Set once the merged contact's messages and conversations have been moved. */
    mergeDoneAt: instant('merge_done_at'),
    firstSeenAt: instant('first_seen_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull().default({}),
  },
  // last_seen_at is in no index on purpose: it changes with every message, and so the row is updated in place.
  (t) => [
    index('contacts_merged_into').on(t.mergedInto).where(sql`${t.mergedInto} is not null`),
    index('contacts_merge_pending')
      .on(t.mergedAt)
      .where(sql`${t.mergedInto} is not null and ${t.mergeDoneAt} is null`),
    index('contacts_tenant').on(t.tenantId, desc(t.firstSeenAt), desc(t.id)).where(isNull(t.mergedInto)),
    index('contacts_name')
      .on(t.tenantId, sql`left(lower(${t.name}), 64) collate "C"`, t.id)
      .where(sql`${t.mergedInto} is null and ${t.name} is not null`),
  ],
)

export const contactIdentities = pgTable(
  'contact_identities',
  {
    accountId: uuid('account_id').notNull(),
    kind: text('kind').notNull(),
    value: text('value').notNull(),
    contactId: uuid('contact_id').notNull(),
    /** The contact it was first seen with, so that a merge can be undone. */
    firstContactId: uuid('first_contact_id').notNull(),
    tenantId: uuid('tenant_id').notNull(),
    createdAt: instant('created_at').notNull(),
    /** For identities that change hands (usernames): the newest sighting decides whose they are. */
    seenAt: instant('seen_at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'contact_identities_pkey', columns: [t.accountId, t.kind, t.value] }),
    index('contact_identities_contact').on(t.contactId),
    index('contact_identities_value').on(t.tenantId, t.value),
  ],
)

export const conversations = pgTable(
  'conversations',
  {
    id: uuid('id').primaryKey(),
    tenantId: uuid('tenant_id').notNull(),
    accountId: uuid('account_id').notNull(),
    channel: text('channel').notNull(),
    kind: text('kind', { enum: ['direct', 'group'] }).notNull(),
    threadKey: text('thread_key').notNull(),
    /** Which of the account's own addresses the person writes to, where it has several. */
    via: text('via'),
    contactId: uuid('contact_id'),
    name: text('name'),
    nameAt: instant('name_at'),
    status: text('status', { enum: ['open', 'resolved'] })
      .notNull()
      .default('open'),
    resolvedAt: instant('resolved_at'),
    unreadCount: integer('unread_count').notNull().default(0),
    readAt: instant('read_at'),
    lastMessageAt: instant('last_message_at').notNull(),
    lastMessageId: uuid('last_message_id').notNull(),
    lastMessagePreview: text('last_message_preview'),
    /** When the preview's text was written; an edit is newer than its message. */
    lastMessagePreviewAt: instant('last_message_preview_at').notNull(),
    mergedInto: uuid('merged_into'),
    /** The webhook whose batch made this row: on its redelivery the conversation is told again. */
    begunBy: uuid('begun_by'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => {
    const newestFirst = [desc(t.lastMessageAt), desc(t.id)] as const
    const live = isNull(t.mergedInto)
    return [
      index('conversations_tenant')
        .on(t.tenantId, ...newestFirst)
        .where(live),
      index('conversations_tenant_status')
        .on(t.tenantId, t.status, ...newestFirst)
        .where(live),
      index('conversations_tenant_channel')
        .on(t.tenantId, t.channel, ...newestFirst)
        .where(live),
      index('conversations_tenant_account')
        .on(t.tenantId, t.accountId, ...newestFirst)
        .where(live),
      index('conversations_contact').on(t.contactId),
      index('conversations_merged_into').on(t.mergedInto).where(sql`${t.mergedInto} is not null`),
      check('conversations_kind', sql`${t.kind} in ('direct', 'group')`),
      check('conversations_status', sql`${t.status} in ('open', 'resolved')`),
    ]
  },
)

/** One row for each message that is still unread; the row, not the counter, says whether a message was counted. */
export const conversationUnread = pgTable(
  'conversation_unread',
  {
    conversationId: uuid('conversation_id').notNull(),
    messageId: uuid('message_id').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (t) => [primaryKey({ name: 'conversation_unread_pkey', columns: [t.conversationId, t.messageId] })],
)

/**
 * How far a thread has been delivered or read, told by the channel as an instant. Keyed by the thread as messages
 * name it, so that a merge of contacts or conversations leaves it true.
 */
export const threadWatermarks = pgTable(
  'thread_watermarks',
  {
    accountId: uuid('account_id').notNull(),
    threadKey: text('thread_key').notNull(),
    status: text('status', { enum: ['delivered', 'read'] }).notNull(),
    tenantId: uuid('tenant_id').notNull(),
    upTo: instant('up_to').notNull(),
  },
  (t) => [
    primaryKey({ name: 'thread_watermarks_pkey', columns: [t.accountId, t.threadKey, t.status] }),
    check('thread_watermarks_status', sql`${t.status} in ('delivered', 'read')`),
  ],
)

export const replayStatuses = ['pending', 'running', 'paused', 'done', 'cancelled', 'failed'] as const

export const replayRuns = pgTable(
  'replay_runs',
  {
    id: uuid('id').primaryKey(),
    /** null: all tenants. */
    tenantId: uuid('tenant_id').references(() => tenants.id),
    status: text('status', { enum: replayStatuses }).notNull(),
    dryRun: boolean('dry_run').notNull(),
    sideEffects: boolean('side_effects').notNull(),
    filter: jsonb('filter').$type<Record<string, unknown>>().notNull(),
    ratePerSecond: doublePrecision('rate_per_second'),
    total: bigint('total', { mode: 'number' }),
    published: bigint('published', { mode: 'number' }).notNull().default(0),
    processed: bigint('processed', { mode: 'number' }).notNull().default(0),
    counts: jsonb('counts').$type<Record<string, number>>().notNull().default({}),
    cursor: jsonb('cursor').$type<unknown>(),
    lockedUntil: instant('locked_until'),
    lockToken: uuid('lock_token'),
    error: text('error'),
    createdBy: text('created_by'),
    createdAt: instant('created_at').notNull(),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    index('replay_runs_created').on(desc(t.createdAt), desc(t.id)),
    index('replay_runs_tenant').on(t.tenantId, desc(t.createdAt), desc(t.id)),
    index('replay_runs_claimable').on(t.createdAt).where(sql`${t.status} in ('pending', 'running')`),
    check(
      'replay_runs_status',
      sql`${t.status} in ('pending', 'running', 'paused', 'done', 'cancelled', 'failed')`,
    ),
  ],
)

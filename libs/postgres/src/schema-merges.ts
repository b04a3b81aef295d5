import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from './instant.ts'

/** What was joined, when, why and by whom, so that it can be taken apart again. */

/**
 * Two contacts that were taken for one person. An undone row stays: it says that nobody but a person may merge the two
 * again. What is moved is noted on the contact (`merge_done_at`), what is moved back here.
 */
export const contactMerges = pgTable(
  'contact_merges',
  {
    id: uuid('id').primaryKey(),
    tenantId: uuid('tenant_id').notNull(),
    accountId: uuid('account_id').notNull(),
    channel: text('channel').notNull(),
    fromContactId: uuid('from_contact_id').notNull(),
    intoContactId: uuid('into_contact_id').notNull(),
    cause: text('cause', { enum: ['automatic', 'manual'] }).notNull(),
    /** The identities that were seen together. */
    evidence: jsonb('evidence').$type<{ kind: string; value: string }[]>().notNull().default([]),
    reason: text('reason'),
    createdBy: text('created_by'),
    /** The name that the contact that stays had before. */
    intoName: text('into_name'),
    intoNameAt: instant('into_name_at'),
    mergedAt: instant('merged_at').notNull(),
    toldAt: instant('told_at'),
    undoneAt: instant('undone_at'),
    undoneBy: text('undone_by'),
    undoDoneAt: instant('undo_done_at'),
    undoToldAt: instant('undo_told_at'),
  },
  (t) => [
    uniqueIndex('contact_merges_open').on(t.fromContactId).where(sql`${t.undoneAt} is null`),
    index('contact_merges_from').on(t.fromContactId, t.mergedAt),
    index('contact_merges_into').on(t.intoContactId, t.mergedAt),
    index('contact_merges_untold')
      .on(t.mergedAt)
      .where(sql`${t.toldAt} is null or (${t.undoneAt} is not null and ${t.undoToldAt} is null)`),
    index('contact_merges_undoing')
      .on(t.undoneAt)
      .where(sql`${t.undoneAt} is not null and ${t.undoDoneAt} is null`),
    check('contact_merges_cause', sql`${t.cause} in ('automatic', 'manual')`),
  ],
)

/** A thread that goes on under another id (a Telegram group that became a supergroup). One row for the pair, undone or not. */
export const conversationMerges = pgTable(
  'conversation_merges',
  {
    id: uuid('id').primaryKey(),
    tenantId: uuid('tenant_id').notNull(),
    accountId: uuid('account_id').notNull(),
    channel: text('channel').notNull(),
    fromConversationId: uuid('from_conversation_id').notNull(),
    intoConversationId: uuid('into_conversation_id').notNull(),
    fromKey: text('from_key').notNull(),
    intoKey: text('into_key').notNull(),
    /** When the channel says it happened. */
    happenedAt: instant('happened_at').notNull(),
    mergedAt: instant('merged_at').notNull(),
    doneAt: instant('done_at'),
    toldAt: instant('told_at'),
    undoneAt: instant('undone_at'),
    undoneBy: text('undone_by'),
    undoDoneAt: instant('undo_done_at'),
    undoToldAt: instant('undo_told_at'),
  },
  (t) => [
    uniqueIndex('conversation_merges_pair').on(t.fromConversationId, t.intoConversationId),
    index('conversation_merges_into').on(t.intoConversationId),
    index('conversation_merges_moving')
      .on(t.mergedAt)
      .where(sql`${t.doneAt} is null and ${t.undoneAt} is null`),
    index('conversation_merges_untold')
      .on(t.mergedAt)
      .where(sql`${t.toldAt} is null or (${t.undoneAt} is not null and ${t.undoToldAt} is null)`),
    index('conversation_merges_undoing')
      .on(t.undoneAt)
      .where(sql`${t.undoneAt} is not null and ${t.undoDoneAt} is null`),
  ],
)

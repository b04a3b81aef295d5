import type { ConversationMergeJson } from './conversation-merges.ts'
import type { ConversationJson } from './conversation-schema.ts'

export type ConversationFilters = {
  channel?: string | undefined
  account?: string | undefined
  status?: ConversationJson['status'] | undefined
}

/** Cursors are the store's own: `before` asks for older conversations, `after` for newer ones. */
export type ConversationWindow = { before?: string | undefined; after?: string | undefined; limit: number }

export type ConversationList =
  | { ok: true; data: ConversationJson[]; next: string | null; prev: string | null }
  | { ok: false; reason: 'bad_cursor' }

/** What the API reads of conversations; every call is bound to the tenant. */
export type ConversationStore = {
  /** Newest message first, without those merged into others. */
  list(tenantId: string, filters: ConversationFilters, window: ConversationWindow): Promise<ConversationList>
  /** Merged ones too, with `merged_into` as the conversation that is left at the end of the chain. */
  get(tenantId: string, id: string): Promise<ConversationJson | undefined>
  /** Newest first, bounded. */
  merges(tenantId: string, id: string): Promise<ConversationMergeJson[]>
  undoMerge(
    tenantId: string,
    id: string,
    change: { undoneBy: string; now: Date },
  ): Promise<ConversationMergeJson | undefined>
}

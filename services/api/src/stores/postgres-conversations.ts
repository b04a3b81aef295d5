import {
  getConversation,
  listConversations,
  listThreadMerges,
  type Pool,
  type ThreadMergeRecord,
  undoThreadMerge,
} from '@omnistream/postgres'
import { conversationJson } from '@omnistream/views'
import type { ConversationMergeJson } from '../conversations/conversation-merges.ts'
import type { ConversationStore } from '../conversations/conversation-store.ts'

const mergesMax = 100

/** Conversations from the suite's PostgreSQL schema. */
export function postgresConversations(pool: Pool): ConversationStore {
  return {
    async list(tenantId, { channel, account, status }, { before, after, limit }) {
      const outcome = await listConversations(pool, {
        tenantId,
        limit,
        ...(channel === undefined ? {} : { channel }),
        ...(account === undefined ? {} : { accountId: account }),
        ...(status === undefined ? {} : { status }),
        // The library names the ends of its pages by reading order, the API by time.
        ...(before === undefined ? {} : { after: before }),
        ...(after === undefined ? {} : { before: after }),
      })
      if (!outcome.ok) return outcome
      const { conversations, next, prev } = outcome.page
      return { ok: true, data: conversations.map((row) => conversationJson(row, null)), next, prev }
    },
    async get(tenantId, id) {
      const row = await getConversation(pool, { tenantId, id })
      return row === undefined ? undefined : conversationJson(row, await mergedInto(pool, tenantId, id))
    },
    async merges(tenantId, conversationId) {
      const merges = await listThreadMerges(pool, { tenantId, conversationId, limit: mergesMax })
      return merges.map(mergeJson)
    },
    async undoMerge(tenantId, id, change) {
      const merge = await undoThreadMerge(pool, { tenantId, id, ...change })
      return merge === undefined ? undefined : mergeJson(merge)
    },
  }
}

/** The end of a chain of merges; null where the conversation was not merged. */
async function mergedInto(pool: Pool, tenantId: string, id: string): Promise<string | null> {
  const { rows } = await pool.query<{ id: string }>(mergedIntoQuery(tenantId, id))
  return rows[0]?.id ?? null
}

/** Exported so that a test can look at its plan. */
export function mergedIntoQuery(tenantId: string, id: string): { text: string; values: unknown[] } {
  return {
    text: `with recursive chain as (
        select id, merged_into, 0 as depth from conversations where tenant_id = $1 and id = $2
        union all
        select c.id, c.merged_into, chain.depth + 1 from chain
          join conversations c on c.tenant_id = $1 and c.id = chain.merged_into where chain.depth < 64
      )
      select id from chain where depth > 0 order by depth desc limit 1`,
    values: [tenantId, id],
  }
}

function mergeJson(merge: ThreadMergeRecord): ConversationMergeJson {
  return {
    id: merge.id,
    from: merge.from,
    into: merge.into,
    happened_at: merge.happenedAt.toISOString(),
    merged_at: merge.mergedAt.toISOString(),
    undone_at: merge.undoneAt?.toISOString() ?? null,
    undone_by: merge.undoneBy,
  }
}

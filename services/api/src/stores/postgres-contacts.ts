import {
  type ContactMergeRecord,
  type ContactRow,
  getContact,
  listContactConversations,
  listContactMerges,
  listContacts,
  mergeTwoContacts,
  type Pool,
  undoContactMerge,
} from '@omnistream/postgres'
import type { ContactJson, ContactMergeJson } from '../contacts/contact-schema.ts'
import type { ContactStore } from '../contacts/contact-store.ts'

const besidesMax = 100

/** Contacts in the suite's PostgreSQL schema. */
export function postgresContacts(pool: Pool): ContactStore {
  return {
    async list(tenantId, question) {
      const outcome = await listContacts(pool, { tenantId, ...question })
      if (!outcome.ok) return outcome
      return { ok: true, data: outcome.contacts.map(contactJson), next: outcome.next }
    },
    async get(tenantId, id) {
      const row = await getContact(pool, { tenantId, id })
      if (row === undefined) return undefined
      const own = { tenantId, contactId: id, limit: besidesMax }
      const [merges, conversations] = await Promise.all([
        listContactMerges(pool, own),
        listContactConversations(pool, own),
      ])
      return {
        ...contactJson(row),
        merges: merges.map(mergeJson),
        conversations: conversations.map((one) => ({
          ...{ id: one.id, status: one.status, unread_count: one.unreadCount },
          last_message_at: one.lastMessageAt.toISOString(),
        })),
      }
    },
    async merge(tenantId, request) {
      const outcome = await mergeTwoContacts(pool, { tenantId, ...request })
      return outcome.ok ? { ok: true, merge: mergeJson(outcome.merge) } : outcome
    },
    async undo(tenantId, id, change) {
      const merge = await undoContactMerge(pool, { tenantId, id, ...change })
      return merge === undefined ? undefined : mergeJson(merge)
    },
  }
}

function contactJson(row: ContactRow): ContactJson {
  return {
    id: row.id,
    account_id: row.accountId,
    channel: row.channel,
    name: row.name,
    identities: row.identities,
    merged_into: row.mergedInto,
    first_seen_at: row.firstSeenAt.toISOString(),
    last_seen_at: row.lastSeenAt.toISOString(),
  }
}

function mergeJson(merge: ContactMergeRecord): ContactMergeJson {
  return {
    id: merge.id,
    from: merge.from,
    into: merge.into,
    cause: merge.cause,
    evidence: merge.evidence,
    reason: merge.reason,
    created_by: merge.createdBy,
    merged_at: merge.mergedAt.toISOString(),
    undone_at: merge.undoneAt?.toISOString() ?? null,
    undone_by: merge.undoneBy,
  }
}

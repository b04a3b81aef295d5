import type { Document } from 'mongodb'

export type IndexSpec = {
  collection: string
  name: string
  key: Record<string, 1 | -1 | 'text'>
  unique?: true
  sparse?: true
  partialFilterExpression?: Document
  /** Seconds; absent for an index that deletes nothing. */
  expireAfterSeconds?: number
  default_language?: string
  language_override?: string
}

const daySeconds = 24 * 60 * 60

/** What the readers of `webhook_audit` and its companions keep, days; 0 keeps for ever. */
export type Retention = { auditDays: number }

/** Every index of the suite. The first three of `messages` and the TTL of `webhook_audit` are seed 003's. */
export function indexSpecs({ auditDays }: Retention): IndexSpec[] {
  const expiry = auditDays > 0 ? { expireAfterSeconds: auditDays * daySeconds } : {}
  return [
    {
      collection: 'messages',
      name: 'conversation_id_1_created_at_1',
      key: { conversation_id: 1, created_at: 1 },
    },
    { collection: 'messages', name: 'external_id_1', key: { external_id: 1 }, unique: true, sparse: true },
    {
      collection: 'messages',
      name: 'content_text',
      key: { 'content.body': 'text', 'content.text': 'text', 'content.caption': 'text' },
      // WhatsApp templates carry `language: {code}` and would be taken for the text language (lessons #52).
      language_override: 'text_search_language',
      // Any natural language drops stop words: "me" and "who" would never be found (lessons #51).
      default_language: 'none',
    },
    {
      collection: 'messages',
      name: 'thread',
      key: { tenant_id: 1, conversation_id: 1, created_at: -1, _id: -1 },
    },
    {
      collection: 'messages',
      name: 'search_terms',
      key: { tenant_id: 1, 'search.terms': 1, created_at: -1, _id: -1 },
    },
    { collection: 'webhook_audit', name: 'received_at_1', key: { received_at: 1 }, ...expiry },
    {
      collection: 'webhook_audit',
      name: 'pending',
      key: { published_at: 1, received_at: 1 },
      partialFilterExpression: { 'parse.state': 'pending' },
    },
    {
      collection: 'webhook_audit',
      name: 'tenant_time',
      key: { tenant_id: 1, received_at: -1, _id: -1 },
    },
    {
      collection: 'webhook_audit',
      name: 'tenant_state_time',
      key: { tenant_id: 1, 'parse.state': 1, received_at: -1, _id: -1 },
    },
    {
      collection: 'webhook_audit',
      name: 'tenant_account_time',
      key: { tenant_id: 1, channel: 1, account_id: 1, received_at: -1, _id: -1 },
    },
    // Only rows without an owner have the field, so this index is nearly empty. DocumentDB writes to a sparse one for
    // every row; a partial one costs the others nothing.
    {
      collection: 'webhook_audit',
      name: 'unowned',
      key: { account_keys: 1 },
      partialFilterExpression: { account_keys: { $exists: true } },
    },
    {
      collection: 'webhook_rejections',
      name: 'received_at_1',
      key: { received_at: 1 },
      expireAfterSeconds: 7 * daySeconds,
    },
    {
      collection: 'account_updates',
      name: 'account_time',
      key: { tenant_id: 1, account_id: 1, at: -1, _id: -1 },
    },
    // Both hold only what is yet to be done, so they stay small however many media are stored.
    {
      collection: 'media',
      name: 'due',
      key: { next_at: 1, _id: 1 },
      partialFilterExpression: { state: 'pending' },
    },
    {
      collection: 'media',
      name: 'untold',
      key: { stored_at: 1 },
      partialFilterExpression: { untold: true },
    },
    { collection: 'replay_results', name: 'run', key: { run_id: 1, _id: 1 } },
    { collection: 'replay_results', name: 'created_at_1', key: { created_at: 1 }, ...expiry },
  ]
}

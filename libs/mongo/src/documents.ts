import type { Binary } from 'mongodb'

/** A chat message (seed 003, collection `messages`). Instants are BSON dates; ids are UUIDs as BinData. */
export type MessageDocument = {
  _id: Binary
  tenant_id: Binary
  account_id: Binary
  channel: string
  /** `<channel>:<account's external id>:<native id>`; never null. */
  external_id: string
  /** Absent while only a status, reaction, edit or delete of the message has arrived (a placeholder). */
  conversation_id?: Binary
  contact_id?: Binary
  placeholder?: true
  /** What the channel keys the thread by: the peer's strongest identity, or the group's id. */
  thread?: { kind: 'direct' | 'group'; key: string; name?: string; via?: string }
  direction?: 'inbound' | 'outbound'
  type?: string
  native_type?: string
  content?: ContentDocument
  sender?: PartyDocument
  context?: Record<string, unknown>
  referral?: Record<string, unknown>
  errors?: Record<string, unknown>[]
  /** Provider time; the receipt time where the provider gave none. */
  created_at?: Date
  /** When the first webhook that carried the message was received. */
  received_at?: Date
  /** Last time this document changed here. */
  updated_at: Date
  status?: string
  status_times?: Record<string, Date>
  /** What came along with each status: pricing, errors. Keyed by the status. */
  status_details?: Record<string, Record<string, unknown>>
  recipients?: RecipientDocument[]
  reactions?: ReactionDocument[]
  edits?: EditDocument[]
  /** What the message said before its first edit. */
  original?: { type: string; content: ContentDocument }
  edited_at?: Date
  deleted_at?: Date
  search?: { terms: string[] }
  origin?: OriginDocument
  /** Changes with each write: the compare-and-set token of the merge. */
  rev: string
}

export type ContentDocument = {
  body?: string
  caption?: string
  text?: string
  media?: Record<string, unknown>[]
  data?: Record<string, unknown>
}

export type PartyDocument = { identities: { kind: string; value: string }[]; name?: string }

/** One participant of a group send. */
export type RecipientDocument = { id: string; status: string; status_times: Record<string, Date> }

/** `emoji: null` is a reaction taken back; kept so that a late copy of the older one cannot return. */
export type ReactionDocument = {
  actor: string
  /** Which of several reactions of one person; absent where a channel knows one alone. */
  slot?: string
  emoji: string | null
  at: Date
  external_id: string
  parser_version: number
}

export type EditDocument = {
  external_id: string
  at: Date
  type: string
  content: ContentDocument
  parser_version: number
}

/** Which stored bytes the visible content was parsed from, and by what. */
export type OriginDocument = {
  source: 'live' | 'echo' | 'history'
  parser_version: number
  audit_id: Binary
  path: string
  received_at: Date
  /** How much the copy says: see `weightOf` in the engine. */
  weight: number
}

/**
 * `pending` waits for the engine, `done` is parsed, `failed` has at least one update (or all) that waits for a
 * replay, `unrouted` has none that failed but at least one for an account that nobody has configured.
 */
export type ParseState = 'pending' | 'done' | 'failed' | 'unrouted'

/** How the updates of one payload ended; `received` is the sum of the rest (invariant 3). */
export type ParseCounts = {
  received: number
  stored: number
  merged: number
  duplicate: number
  ignored: number
  unrouted: number
  failed: number
}

/** A share of `counts`: without ids it is of accounts that nobody has configured. */
export type AccountCounts = {
  tenant_id?: Binary
  account_id?: Binary
  counts: ParseCounts
  ignored?: { reason: string; count: number }[]
}

/** The raw payload of one webhook (seed 003, collection `webhook_audit`). */
export type WebhookAuditDocument = {
  _id: Binary
  received_at: Date
  channel: string
  /** Absent where the payload speaks of no known account, or of several tenants. */
  tenant_id?: Binary
  /** Absent where the payload speaks of no known account, or of several. */
  account_id?: Binary
  /** What the payload says its accounts are, on a row without `tenant_id` only: how it finds its owner later. */
  account_keys?: string[]
  /** The account in the callback's path: its external id where it is configured, else as it was called. */
  account_key?: string
  method: string
  url: string
  headers: Record<string, string>
  source_ip: string
  content_type?: string
  /** The bytes as they came over the wire. */
  body: Binary
  body_bytes: number
  signature_status: 'VALID' | 'INVALID' | 'NO_SIGNATURE' | 'NO_SECRET'
  signature_detail: string | null
  /** Accounts whose secret signed this; absent where a secret of the whole app did. */
  signed_for?: Binary[]
  request_id: string
  traceparent?: string
  /** Absent until the row's id is on the bus. */
  published_at?: Date
  parse: {
    state: ParseState
    parser?: string
    version?: number
    counts?: ParseCounts
    /** Why updates were ignored, and how many for each reason. */
    ignored?: { reason: string; count: number }[]
    /** Where updates speak of other accounts than the row's own: how those of each ended. Together they are `counts`. */
    by_account?: AccountCounts[]
    error?: string
    /** The items that failed: JSON pointer and error. */
    failures?: { path: string; error: string }[]
    at?: Date
    attempts?: number
    /** How often a worker began it alone without finishing; gone once it is parsed. */
    tries?: number
  }
}

/** A refused webhook, kept short and few for forensics: never its whole body (collection `webhook_rejections`, capped by TTL). */
export type WebhookRejectionDocument = {
  _id: Binary
  received_at: Date
  channel: string
  account_key?: string
  source_ip: string
  signature_status: string
  signature_detail: string
  body_bytes: number
  /** SHA-256 of the body, hex. */
  body_sha256: string
  user_agent?: string
}

/** What a channel says of an account itself: templates, quality, bans, limits (collection `account_updates`). */
export type AccountUpdateDocument = {
  /** UUIDv5 of what it says, so that a retry is the same document. */
  _id: Binary
  tenant_id: Binary
  account_id: Binary
  channel: string
  event: string
  /** When the provider says it happened; the receipt where it says nothing. */
  at: Date
  received_at: Date
  data: Record<string, unknown>
  audit_id: Binary
  path: string
  parser_version: number
}

/** `expired`: the provider no longer has it; `failed`: it will not be tried again. */
export type MediaState = 'pending' | 'stored' | 'expired' | 'failed'

/**
 * What became of the bytes of one medium (collection `media`). Apart from its message, so that no merge and no replay of
 * that can lose it.
 */
export type MediaDocument = {
  /** UUIDv5 of the account, the message and the provider's id of the medium: see `mediaIds` in `libs/media`. */
  _id: Binary
  tenant_id: Binary
  account_id: Binary
  channel: string
  message_id: Binary
  /** Index in the `content.media` that it was first told in. */
  place: number
  /** As the message had it. */
  ref: Record<string, unknown>
  /** The stored webhook it was told in: some channels carry the bytes themselves. */
  audit_id: Binary
  state: MediaState
  /** Tries that were begun. */
  attempts: number
  /** While `pending`: when it may be taken up; while a worker has it, when its lease ends. */
  next_at?: Date
  /** Of the worker that has it. */
  lock_token?: string
  /** Why it is not stored (yet), in words, without anything of the payload. */
  error?: string
  storage_key?: string
  bytes?: number
  mime_type?: string
  /** Hex, of the stored bytes. */
  sha256?: string
  created_at: Date
  updated_at: Date
  stored_at?: Date
  /** When the provider says it goes. */
  expires_at?: Date
  /** Set until the event of its storing is on the bus. */
  untold?: true
}

/** What one replayed payload came to (collection `replay_results`). `_id` is `<run id>:<audit id>`. */
export type ReplayResultDocument = {
  _id: string
  run_id: Binary
  audit_id: Binary
  tenant_id?: Binary
  created_at: Date
  dry_run: boolean
  counts: ReplayCounts
  /** False while what the report says is still to be applied. */
  settled: boolean
  error?: string
  /** New, changed and newly failing items; unchanged ones are only counted. */
  items: ReplayItemDocument[]
}

/** `failing` is what the previous parser could still read; `still_failing` could be read by neither. */
export type ReplayCounts = {
  new: number
  changed: number
  unchanged: number
  failing: number
  still_failing: number
  ignored: number
  unrouted: number
}

export type ReplayItemDocument = {
  path: string
  outcome: 'new' | 'changed' | 'failing'
  kind: string
  external_id?: string
  message_id?: Binary
  diff?: { field: string; before?: unknown; after?: unknown }[]
  error?: string
}

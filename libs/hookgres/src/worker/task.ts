/** One claimed delivery with all that an attempt needs, as it was when it was claimed. */
export type Task = {
  id: string
  /** The lock token of the claim. */
  lease: string
  /** Which attempt this is, from 1. */
  attempt: number
  endpointId: string
  tenantId: string
  url: string
  disabled: boolean
  disabledReason: string | null
  paused: boolean
  rateLimit: number | null
  /** The current one first; during a rotation the one before it too. */
  secrets: string[]
  messageId: string
  eventType: string
  sentAt: Date
  /** JSON text. */
  payload: string
}

/** The columns of a task, of a delivery `d`, its endpoint `e` and its message `m`. */
export const taskColumns = `d.id, d.lock_token as lease, d.attempt_count as attempt, e.id as "endpointId",
  e.tenant_id as "tenantId", e.url, e.disabled, e.disabled_reason as "disabledReason",
  e.paused_at is not null as paused, e.rate_limit as "rateLimit",
  case when e.previous_secret_expires_at > now() and e.previous_secret is not null
    then array[e.secret, e.previous_secret] else array[e.secret] end as secrets,
  m.id as "messageId", m.event_type as "eventType", m.created_at as "sentAt", m.payload::text as payload`

/** An endpoint as its tenant sees it: without its secrets. */
export type Endpoint = {
  id: string
  tenantId: string
  url: string
  description: string | null
  /** null: every event type. */
  eventTypes: string[] | null
  metadata: Record<string, unknown>
  disabled: boolean
  disabledReason: string | null
  /** Since when nothing but failures. */
  failingSince: Date | null
  /** Since when due deliveries are held. */
  pausedAt: Date | null
  /** Requests a second, over all workers. */
  rateLimit: number | null
  /** Until when the secret before the last rotation signs too. */
  previousSecretExpiresAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** The columns of an endpoint under the names of the type. */
export const endpointColumns = `id, tenant_id as "tenantId", url, description, event_types as "eventTypes", metadata,
  disabled, disabled_reason as "disabledReason", failing_since as "failingSince", paused_at as "pausedAt",
  rate_limit as "rateLimit",
  case when previous_secret_expires_at > now() then previous_secret_expires_at end as "previousSecretExpiresAt",
  created_at as "createdAt", updated_at as "updatedAt"`

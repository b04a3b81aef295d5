/** Names a row of one tenant: that of another is not found. */
export type TenantKey = { tenantId: string; id: string }

export type NotFound = { ok: false; reason: 'not_found' }

export const notFound: NotFound = { ok: false, reason: 'not_found' }

/** One bounded step of work on many rows: what was done, and where the next step begins; null at the end. */
export type StepOutcome =
  | { ok: true; count: number; next: string | null }
  | { ok: false; reason: 'bad_cursor' | 'not_found' }

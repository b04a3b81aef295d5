import { type Logger, sleep } from '@omnistream/common'
import type { Collections, WebhookAuditDocument } from '@omnistream/mongo'
import type { Filter } from 'mongodb'

export type ExpiryWatchDeps = {
  audit: Collections['webhookAudit']
  /** 0 keeps rows for ever, and nothing has to be watched. */
  retentionDays: number
  logger: Logger
  now(): Date
  intervalMs: number
  onExpiring(count: number): void
}

const dayMs = 24 * 60 * 60_000
/** How long before its end a row that no parser could finish is alarmed; a short retention has a shorter warning. */
const warningDays = 7
const countMax = 10_000

/** Rows near their end whose messages exist nowhere else; served by the TTL's own index. */
export function expiringFilter(now: Date, retentionDays: number): Filter<WebhookAuditDocument> {
  const warned = Math.max(retentionDays - warningDays, retentionDays / 2)
  return {
    received_at: { $lt: new Date(now.getTime() - warned * dayMs) },
    'parse.state': { $in: ['pending', 'failed', 'unrouted'] },
  }
}

/** Alarms rows that are still unparsed before the TTL takes them (lessons #61). */
export async function runExpiryWatch(deps: ExpiryWatchDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    if (deps.retentionDays > 0) {
      const expiring = await deps.audit.countDocuments(expiringFilter(deps.now(), deps.retentionDays), {
        limit: countMax,
      })
      deps.onExpiring(expiring)
      if (expiring > 0) deps.logger.error({ rows: expiring }, 'audit.expiring_unparsed')
    }
    await sleep(deps.intervalMs, signal)
  }
}

import { type AuditScan, countByState, countMax, maxTimeMs } from './audit-scan.ts'
import { amount, type Finding, ok, problem } from './finding.ts'

const dayMs = 24 * 60 * 60_000
/** How long before its end an unparsed row is told about, days. */
const warnDays = 7
/** MongoDB sweeps every minute; a backlog may take a while, days do not. */
const lateDays = 2

/** Unparsed bytes that are about to be deleted for good, and bytes that should have been deleted and were not. */
export async function checkRetention(scan: AuditScan, auditDays: number, now: Date): Promise<Finding[]> {
  if (auditDays === 0) return [ok('retention', 'raw payloads are kept for ever')]
  const age = (days: number): Date => new Date(now.getTime() - days * dayMs)
  const near = age(Math.max(0, auditDays - warnDays))
  const ending = (await countByState(scan, 'failed', near)) + (await countByState(scan, 'pending', near))
  const [oldest] = await scan.audit
    .find({}, { projection: { received_at: 1 }, maxTimeMS: maxTimeMs })
    .sort({ received_at: 1 })
    .limit(1)
    .toArray()
  const overdue = oldest !== undefined && oldest.received_at < age(auditDays + lateDays)
  return [
    ending === 0
      ? ok('expiring rows', `nothing unparsed reaches its ${auditDays} days within a week`)
      : problem(
          'expiring rows',
          `${amount(ending, 'webhook', countMax)} that were never fully parsed will be deleted within ${warnDays} days`,
          'replay them now, or raise WEBHOOK_AUDIT_RETENTION_DAYS and restart a service: the index is changed in place',
        ),
    overdue
      ? problem(
          'retention',
          `the oldest raw payload is of ${oldest.received_at.toISOString()}, past its ${auditDays} days`,
          'see the TTL finding below; if the index is right, look whether the TTL monitor of the MongoDB server is on (ttlMonitorEnabled)',
        )
      : ok('retention', `no raw payload is older than its ${auditDays} days`),
  ]
}

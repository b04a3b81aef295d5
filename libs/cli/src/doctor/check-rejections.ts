import type { Collections } from '@omnistream/mongo'
import { maxTimeMs } from './audit-scan.ts'
import { type Finding, note, ok } from './finding.ts'

const dayMs = 24 * 60 * 60_000
const rowsMax = 5_000

/** Refused webhooks of the last day: a wrong app secret looks like silence from every other side. */
export async function checkRejections(
  rejections: Collections['webhookRejections'],
  now: Date,
): Promise<Finding[]> {
  const rows = await rejections
    .find(
      { received_at: { $gte: new Date(now.getTime() - dayMs) } },
      { projection: { signature_status: 1 }, maxTimeMS: maxTimeMs },
    )
    .limit(rowsMax)
    .toArray()
  if (rows.length === 0) return [ok('refused webhooks', 'none noted in the last 24 hours')]
  const tally = Map.groupBy(rows, (row) => row.signature_status)
  const parts = [...tally].map(([status, some]) => `${some.length} ${status}`)
  return [
    note(
      'refused webhooks',
      `in the last 24 hours: ${parts.join(', ')}`,
      'INVALID from the provider’s addresses means another app secret: compare it with the dashboard; NO_SECRET: configure one (accounts add, WHATSAPP_APP_SECRET)',
    ),
  ]
}

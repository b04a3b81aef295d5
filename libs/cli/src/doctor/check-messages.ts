import { channelById } from '@omnistream/channels'
import { decodeBody } from '@omnistream/common/decode-body'
import type { Collections, UuidCodec, WebhookAuditDocument } from '@omnistream/mongo'
import { type AuditScan, maxTimeMs } from './audit-scan.ts'
import { amount, type Finding, ok, problem } from './finding.ts'

const rowsMax = 200
const bodyBytesMax = 12 * 1024 * 1024
const idsShown = 5

/**
 * Seed 003: "the message is not in the inbox, but Meta says the webhook was fine: look into webhook_audit". Parses the
 * newest payloads again and looks for the messages they hold.
 */
export async function checkMessages(
  scan: AuditScan,
  messages: Collections['messages'],
  uuids: UuidCodec,
): Promise<Finding[]> {
  const expected = new Map<string, string>()
  let rows = 0
  for (const owner of scan.owners) {
    const newest = scan.audit
      .find({ tenant_id: owner as never, 'parse.state': 'done' }, { maxTimeMS: maxTimeMs })
      .sort({ received_at: -1, _id: -1 })
      .limit(rowsMax)
    for await (const row of newest) {
      rows += 1
      for (const id of messageIds(row)) expected.set(id, uuids.read(row._id))
    }
  }
  const ids = [...expected.keys()]
  const found = await messages
    .find({ external_id: { $in: ids } }, { projection: { external_id: 1 }, maxTimeMS: maxTimeMs })
    .map(({ external_id: id }) => id)
    .toArray()
  const there = new Set(found)
  const missing = ids.filter((id) => !there.has(id))
  const check = 'payloads without messages'
  if (missing.length === 0) {
    return [
      ok(
        check,
        `the newest ${amount(rows, 'parsed webhook')} hold ${amount(ids.length, 'message')}, all stored`,
      ),
    ]
  }
  const webhooks = [...new Set(missing.map((id) => expected.get(id) ?? ''))]
  return [
    problem(
      check,
      `${amount(missing.length, 'message')} of ${amount(webhooks.length, 'webhook')} that count as parsed are not stored: ${webhooks.slice(0, idsShown).join(', ')}`,
      `omnistream replay ${webhooks
        .slice(0, idsShown)
        .map((id) => `--audit-id ${id}`)
        .join(' ')} --dry-run, then without --dry-run`,
    ),
  ]
}

/** External ids of the messages in a stored payload, as the parser of today reads it. */
function messageIds(row: WebhookAuditDocument): string[] {
  const channel = channelById(row.channel)
  if (channel === undefined) return []
  const wire = row.body.buffer.subarray(0, row.body.position)
  const body = decodeBody(wire, row.headers['content-encoding'], bodyBytesMax)
  const callback = {
    headers: row.headers,
    url: row.url,
    ...(row.account_key === undefined ? {} : { account: row.account_key }),
  }
  const payload = body.ok ? channel.read(body.bytes, callback) : undefined
  if (payload?.ok !== true) return []
  return channel
    .parse(payload.value, callback)
    .flatMap((update) => (update.kind === 'message' ? [update.externalId] : []))
}

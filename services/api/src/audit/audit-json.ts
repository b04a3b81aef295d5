import type { WebhookAuditDocument } from '@omnistream/mongo/documents'
import type { UuidCodec } from '@omnistream/mongo/uuid-codec'
import type { AuditDetailJson, AuditRowJson } from './audit-schema.ts'
import { maskHeaders, maskUrl } from './mask.ts'

/** A stored webhook without its body and headers. */
export function auditRowJson(
  row: Omit<WebhookAuditDocument, 'body' | 'headers'>,
  uuids: UuidCodec,
): AuditRowJson {
  return {
    id: uuids.read(row._id),
    received_at: row.received_at.toISOString(),
    channel: row.channel,
    account_id: row.account_id === undefined ? null : uuids.read(row.account_id),
    account_key: row.account_key ?? null,
    method: row.method,
    url: maskUrl(row.url),
    source_ip: row.source_ip,
    content_type: row.content_type ?? null,
    body_bytes: row.body_bytes,
    signature_status: row.signature_status,
    signature_detail: row.signature_detail,
    request_id: row.request_id,
    published_at: row.published_at?.toISOString() ?? null,
    parse: parseJson(row.parse),
  }
}

/** The same with headers and body. */
export function auditDetailJson(row: WebhookAuditDocument, uuids: UuidCodec): AuditDetailJson {
  const bytes = bodyBytes(row)
  return {
    ...auditRowJson(row, uuids),
    headers: maskHeaders(row.headers),
    body_base64: Buffer.from(bytes).toString('base64'),
    body_text: textOf(bytes),
  }
}

/** The bytes as they came over the wire. */
export function bodyBytes(row: Pick<WebhookAuditDocument, 'body'>): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(row.body.buffer.subarray(0, row.body.position))
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

function parseJson(parse: WebhookAuditDocument['parse']): AuditRowJson['parse'] {
  return {
    state: parse.state,
    parser: parse.parser ?? null,
    version: parse.version ?? null,
    counts: parse.counts ?? null,
    ignored: parse.ignored ?? [],
    error: parse.error ?? null,
    failures: parse.failures ?? [],
    at: parse.at?.toISOString() ?? null,
    attempts: parse.attempts ?? null,
  }
}

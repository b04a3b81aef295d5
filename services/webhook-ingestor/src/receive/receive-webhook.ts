import type { Channel, InboundRequest } from '@omnistream/channels'
import { decodeBody } from '@omnistream/common/decode-body'
import type { UuidCodec, WebhookAuditDocument } from '@omnistream/mongo'
import type { AccountDirectory, AccountRecord } from '@omnistream/postgres'
import { Binary } from 'mongodb'
import { type Authentication, authenticate } from './authenticate.ts'
import type { AppSecrets } from './secrets.ts'

/** What one POST comes to; the HTTP edge maps it to a status. */
export type Received =
  | { kind: 'stored'; auditId: string }
  | { kind: 'refused'; status: 'INVALID' | 'NO_SIGNATURE' | 'NO_SECRET'; detail: string }
  | { kind: 'unknown account' }
  | { kind: 'unreadable'; reason: 'too large' | 'broken' | 'unknown encoding' }
  | { kind: 'overloaded' }
  | { kind: 'unavailable'; error: unknown }

export type StoreOutcome = { ok: true } | { ok: false; reason: 'overloaded' | 'closed' }

export type ReceiveDeps = {
  directory: AccountDirectory
  app(channel: string): AppSecrets
  allowUnsigned: boolean
  maxBodyBytes: number
  /** Resolves when the row is durable; rejects when MongoDB did not take it. */
  store(row: WebhookAuditDocument): Promise<StoreOutcome>
  /** Notes a refused request, within bounds that an attacker cannot stretch. */
  noteRejection(rejection: Rejection): void
  uuids: UuidCodec
  newId(now: number): string
  now(): number
}

export type Rejection = {
  channel: string
  accountKey: string | undefined
  sourceIp: string
  status: string
  detail: string
  body: Uint8Array
  userAgent: string | undefined
}

export type Webhook = {
  channel: Channel
  accountKey: string | undefined
  request: InboundRequest
  sourceIp: string
  requestId: string
  traceparent: string
}

/** Checks one webhook and makes its bytes durable (invariant 1). Nothing is parsed beyond whom it speaks of. */
export async function receiveWebhook(webhook: Webhook, deps: ReceiveDeps): Promise<Received> {
  const { channel, request, accountKey } = webhook
  const addressed =
    accountKey === undefined ? undefined : deps.directory.byIdOrExternalId(channel.id, accountKey)
  const app = deps.app(channel.id)
  if (accountKey !== undefined && !addressed && app.appSecrets.length === 0 && !deps.allowUnsigned) {
    return { kind: 'unknown account' }
  }
  const decoded = decodeBody(request.body, request.headers['content-encoding'], deps.maxBodyBytes)
  if (!decoded.ok) return { kind: 'unreadable', reason: decoded.reason }
  const checked = authenticate({
    channel,
    request,
    decoded: decoded.bytes,
    app,
    directory: deps.directory,
    addressed,
    accountKey: addressed?.externalId ?? accountKey,
  })
  const { verdict } = checked
  const excused = verdict.status === 'NO_SECRET' && deps.allowUnsigned
  if (verdict.status !== 'VALID' && !excused) {
    deps.noteRejection({
      channel: channel.id,
      accountKey,
      sourceIp: webhook.sourceIp,
      status: verdict.status,
      detail: verdict.detail,
      body: request.body,
      userAgent: request.headers['user-agent'],
    })
    return { kind: 'refused', status: verdict.status, detail: verdict.detail }
  }
  // Later readers know the account by the provider's name for it, whatever the path called it.
  return await store({ ...webhook, accountKey: addressed?.externalId ?? accountKey }, checked, deps)
}

async function store(webhook: Webhook, checked: Authentication, deps: ReceiveDeps): Promise<Received> {
  const receivedAt = deps.now()
  const auditId = deps.newId(receivedAt)
  try {
    const outcome = await deps.store(auditRow(webhook, checked, auditId, receivedAt, deps.uuids))
    return outcome.ok ? { kind: 'stored', auditId } : { kind: 'overloaded' }
  } catch (error) {
    return { kind: 'unavailable', error }
  }
}

function auditRow(
  webhook: Webhook,
  { accounts, keys, verdict, signedFor }: Authentication,
  auditId: string,
  receivedAt: number,
  uuids: UuidCodec,
): WebhookAuditDocument {
  const { request } = webhook
  const contentType = request.headers['content-type']
  return {
    _id: uuids.write(auditId),
    received_at: new Date(receivedAt),
    channel: webhook.channel.id,
    ...ownerOf(accounts, keys, uuids),
    ...(webhook.accountKey === undefined ? {} : { account_key: webhook.accountKey }),
    method: request.method,
    url: request.url,
    headers: request.headers,
    source_ip: webhook.sourceIp,
    ...(contentType === undefined ? {} : { content_type: contentType }),
    body: new Binary(request.body),
    body_bytes: request.body.length,
    signature_status: verdict.status,
    signature_detail: verdict.detail,
    ...(signedFor ? { signed_for: signedFor.map((account) => uuids.write(account.id)) } : {}),
    request_id: webhook.requestId,
    traceparent: webhook.traceparent,
    parse: { state: 'pending' },
  }
}

const keysMax = 100

/**
 * A row belongs to a tenant only where all of it does: nobody may read another tenant's bytes (invariant 8). One that
 * has no owner keeps what its accounts are called, so that it can be given one when they are configured.
 */
function ownerOf(
  accounts: readonly AccountRecord[],
  keys: readonly string[],
  uuids: UuidCodec,
): Pick<WebhookAuditDocument, 'tenant_id' | 'account_id' | 'account_keys'> {
  const [first] = accounts
  if (!first || accounts.some((account) => account.tenantId !== first.tenantId)) {
    return keys.length > 0 ? { account_keys: keys.slice(0, keysMax) } : {}
  }
  return {
    tenant_id: uuids.write(first.tenantId),
    ...(accounts.length === 1 ? { account_id: uuids.write(first.id) } : {}),
  }
}

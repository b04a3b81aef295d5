import { randomUUID } from 'node:crypto'
import type { MediaDocument, MessageDocument, WebhookAuditDocument } from '@omnistream/mongo/documents'
import { readableTexts } from '@omnistream/mongo/search/readable-texts'
import { searchTerms } from '@omnistream/mongo/search/terms'
import { standardUuids } from '@omnistream/mongo/uuid-codec'
import { Binary } from 'mongodb'

export type MessageInput = {
  tenant: string
  id?: string
  account?: string
  conversation?: string
  at?: Date
  content?: MessageDocument['content']
  more?: Partial<MessageDocument>
}

/** A message as the engine stores it. */
export function buildMessage(input: MessageInput): MessageDocument {
  const id = input.id ?? randomUUID()
  const at = input.at ?? new Date('2026-07-01T12:00:00Z')
  const content = input.content ?? { body: 'hello' }
  return {
    _id: standardUuids.write(id),
    tenant_id: standardUuids.write(input.tenant),
    account_id: standardUuids.write(input.account ?? randomUUID()),
    channel: 'whatsapp',
    external_id: `whatsapp:100:${id}`,
    conversation_id: standardUuids.write(input.conversation ?? randomUUID()),
    direction: 'inbound',
    type: 'text',
    content,
    sender: { name: 'Ana', identities: [{ kind: 'wa_id', value: '5511987654321' }] },
    created_at: at,
    received_at: at,
    updated_at: at,
    search: { terms: searchTerms(readableTexts(content).map(({ text }) => text)) },
    rev: randomUUID(),
    ...input.more,
  }
}

export type AuditInput = {
  tenant: string
  id?: string
  at?: Date
  more?: Partial<WebhookAuditDocument>
  body?: Buffer
}

/** A webhook as the ingestor stores it and the engine marks it. */
export function buildAudit(input: AuditInput): WebhookAuditDocument {
  const body = input.body ?? Buffer.from('{"object":"whatsapp_business_account"}')
  return {
    _id: standardUuids.write(input.id ?? randomUUID()),
    tenant_id: standardUuids.write(input.tenant),
    received_at: input.at ?? new Date('2026-07-01T12:00:00Z'),
    channel: 'whatsapp',
    method: 'POST',
    url: '/webhooks/whatsapp',
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': 'sha256=00' },
    source_ip: '203.0.113.7',
    content_type: 'application/json',
    body: new Binary(body),
    body_bytes: body.length,
    signature_status: 'VALID',
    signature_detail: null,
    request_id: randomUUID(),
    parse: { state: 'done', parser: 'whatsapp', version: 1 },
    ...input.more,
  }
}

/** A medium as the engine stores it. */
export function buildMedium(input: {
  tenant: string
  id?: string
  more?: Partial<MediaDocument>
}): MediaDocument {
  const at = new Date('2026-07-01T12:00:00Z')
  const some = (): Binary => standardUuids.write(randomUUID())
  return {
    _id: standardUuids.write(input.id ?? randomUUID()),
    ...{ tenant_id: standardUuids.write(input.tenant), account_id: some(), message_id: some() },
    ...{ channel: 'whatsapp', place: 0, audit_id: some(), attempts: 1, created_at: at, updated_at: at },
    ref: { kind: 'image', id: '81' },
    ...{ state: 'stored', stored_at: at, mime_type: 'image/png', bytes: 10, sha256: '00'.repeat(32) },
    storage_key: 'tenant/ab/medium',
    ...input.more,
  }
}

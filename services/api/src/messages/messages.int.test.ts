import { randomUUID } from 'node:crypto'
import { upsertConversations } from '@omnistream/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildMessage } from '../testing/build-documents.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'
import { messageListSchema, messageSchema } from './message-schema.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.drop())

async function conversationOf(tenantId: string): Promise<string> {
  const conversationId = randomUUID()
  const at = new Date('2026-07-01T12:00:00Z')
  await upsertConversations(api.pool, [
    {
      ...{ conversationId, tenantId, accountId: randomUUID(), channel: 'whatsapp', kind: 'direct' as const },
      ...{ threadKey: '5511987654321', contactId: null, messageId: randomUUID(), preview: 'hello' },
      ...{ createdAt: at, receivedAt: at, inbound: true, countsAsUnread: true },
    },
  ])
  return conversationId
}

async function page(key: string, conversation: string, query: string) {
  const { status, body } = await api.get(`/v1/conversations/${conversation}/messages?${query}`, key)
  expect(status).toBe(200)
  return messageListSchema.parse(body)
}

describe('the messages of a conversation', () => {
  it('come newest first, each once and in the same order down and up, with many of one instant', async () => {
    const { id: tenant, key } = await api.tenant('inbox:read')
    const conversation = await conversationOf(tenant)
    const times = Array.from({ length: 23 }, (_, n) => new Date(1_780_000_000_000 + Math.floor(n / 8)))
    await api.collections.messages.insertMany(times.map((at) => buildMessage({ tenant, conversation, at })))

    const all = await page(key, conversation, 'limit=100')
    expect(all.data).toHaveLength(23)
    expect(all.page.next).toBeNull()
    const sorted = all.data.toSorted(
      (a, b) => (b.created_at ?? '').localeCompare(a.created_at ?? '') || b.id.localeCompare(a.id),
    )
    expect(all.data).toEqual(sorted)

    const down: string[] = []
    let current = await page(key, conversation, 'limit=5')
    down.push(...current.data.map(({ id }) => id))
    while (current.page.next !== null) {
      current = await page(key, conversation, `limit=5&before=${current.page.next}`)
      down.push(...current.data.map(({ id }) => id))
    }
    expect(down).toEqual(all.data.map(({ id }) => id))

    const up = current.data.map(({ id }) => id)
    for (let prev = current.page.prev; prev !== null; ) {
      const higher = await page(key, conversation, `limit=4&after=${prev}`)
      if (higher.data.length === 0) break
      up.unshift(...higher.data.map(({ id }) => id))
      prev = higher.page.prev
    }
    expect(up).toEqual(down)
  })

  it('neither repeat nor skip when others arrive meanwhile, and the new ones are found going up', async () => {
    const { id: tenant, key } = await api.tenant('inbox:read')
    const conversation = await conversationOf(tenant)
    const at = new Date('2026-07-01T12:00:00Z')
    await api.collections.messages.insertMany(
      Array.from({ length: 6 }, () => buildMessage({ tenant, conversation, at })),
    )
    const first = await page(key, conversation, 'limit=3')
    const newest = buildMessage({ tenant, conversation, at: new Date(at.getTime() + 1) })
    const late = buildMessage({ tenant, conversation, at: new Date(at.getTime() - 1) })
    await api.collections.messages.insertMany([newest, late])
    const second = await page(key, conversation, `limit=10&before=${first.page.next}`)
    const seen = [...first.data, ...second.data].map(({ external_id }) => external_id)
    expect(new Set(seen).size).toBe(7)
    expect(second.data.at(-1)?.external_id).toBe(late.external_id)
    const above = await page(key, conversation, `after=${first.page.prev}`)
    expect(above.data.map(({ external_id }) => external_id)).toEqual([newest.external_id])
    const polled = await page(key, conversation, `after=${above.page.prev}`)
    expect(polled).toEqual({ data: [], page: { next: null, prev: above.page.prev } })
  })

  it('do not show placeholders that wait for their message', async () => {
    const { id: tenant, key } = await api.tenant('inbox:read')
    const conversation = await conversationOf(tenant)
    const id = randomUUID()
    await api.collections.messages.insertOne(
      buildMessage({ tenant, conversation, id, more: { placeholder: true } }),
    )
    expect((await page(key, conversation, '')).data).toEqual([])
    expect((await api.get(`/v1/messages/${id}`, key)).status).toBe(404)
  })

  it('answer 404 for a conversation that there is not', async () => {
    const { key } = await api.tenant('inbox:read')
    expect((await api.get(`/v1/conversations/${randomUUID()}/messages`, key)).status).toBe(404)
  })
})

describe('one message', () => {
  it('shows everything of it, without reactions that were taken back', async () => {
    const { id: tenant, key } = await api.tenant('inbox:read')
    const [id, contact, audit] = [randomUUID(), randomUUID(), randomUUID()]
    const at = new Date('2026-07-01T12:00:00.123Z')
    const { uuids } = api.deps
    const reaction = { at, parser_version: 1 }
    await api.collections.messages.insertOne(
      buildMessage({
        ...{ tenant, id, at, content: { caption: 'Look', media: [{ id: 'm1', mimeType: 'image/png' }] } },
        more: {
          contact_id: uuids.write(contact),
          type: 'image',
          status: 'read',
          status_times: { delivered: at, read: at },
          reactions: [
            { ...reaction, actor: 'a', emoji: '👍', external_id: 'r1' },
            { ...reaction, actor: 'b', emoji: null, external_id: 'r2' },
          ],
          deleted_at: at,
        },
      }),
    )
    await api.collections.messages.updateOne(
      { _id: uuids.write(id) },
      { $set: { 'origin.audit_id': uuids.write(audit), 'origin.path': '/entry/0', 'origin.source': 'live' } },
    )
    const { status, body } = await api.get(`/v1/messages/${id}`, key)
    expect(status).toBe(200)
    expect(messageSchema.parse(body)).toMatchObject({
      ...{ id, contact_id: contact, audit_id: audit, audit_path: '/entry/0', source: 'live', type: 'image' },
      content: { caption: 'Look', media: [{ id: 'm1', mimeType: 'image/png' }] },
      sender: { name: 'Ana', identities: [{ kind: 'wa_id', value: '5511987654321' }] },
      ...{ status: 'read', status_times: { delivered: at.toISOString(), read: at.toISOString() } },
      reactions: [{ actor: 'a', emoji: '👍', at: at.toISOString(), external_id: 'r1' }],
      ...{ created_at: at.toISOString(), deleted_at: at.toISOString(), edited_at: null, edits: [] },
    })
    expect(body).not.toHaveProperty('search')
    expect(body).not.toHaveProperty('rev')
  })
})

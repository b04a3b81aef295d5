import { randomUUID } from 'node:crypto'
import { mergeConversations, setConversationStatus, upsertConversations } from '@omnistream/postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { messageListSchema } from '../messages/message-schema.ts'
import { buildMessage } from '../testing/build-documents.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'
import { conversationListSchema, conversationSchema } from './conversation-schema.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.drop())

const base = new Date('2026-07-01T12:00:00Z')

async function add(
  tenantId: string,
  secondsLater: number,
  more: { channel?: string; accountId?: string } = {},
) {
  const conversationId = randomUUID()
  const at = new Date(base.getTime() + secondsLater * 1_000)
  await upsertConversations(api.pool, [
    {
      ...{
        conversationId,
        tenantId,
        accountId: more.accountId ?? randomUUID(),
        channel: more.channel ?? 'whatsapp',
      },
      ...{ kind: 'direct' as const, threadKey: conversationId, contactId: null, messageId: randomUUID() },
      ...{ preview: 'hello', createdAt: at, receivedAt: at, inbound: true, countsAsUnread: true },
    },
  ])
  return conversationId
}

async function list(key: string, query = '') {
  const { status, body } = await api.get(`/v1/conversations?${query}`, key)
  expect(status).toBe(200)
  return conversationListSchema.parse(body)
}

const ids = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id)

it('come by their newest message, each once and in the same order down and up', async () => {
  const { id: tenant, key } = await api.tenant('inbox:read')
  for (const later of [0, 1, 1, 1, 2, 3, 3]) await add(tenant, later)
  const all = await list(key)
  expect(all.data).toHaveLength(7)
  expect(all.data[0]).toMatchObject({
    unread_count: 1,
    last_message_preview: 'hello',
    status: 'open',
    contact: null,
  })
  const down: string[] = []
  let current = await list(key, 'limit=2')
  down.push(...ids(current))
  while (current.page.next !== null) {
    current = await list(key, `limit=2&before=${current.page.next}`)
    down.push(...ids(current))
  }
  expect(down).toEqual(ids(all))
  const up = ids(current)
  while (current.page.prev !== null) {
    current = await list(key, `limit=3&after=${current.page.prev}`)
    up.unshift(...ids(current))
  }
  expect(up).toEqual(down)
})

it('are narrowed by status, channel and account', async () => {
  const { id: tenant, key } = await api.tenant('inbox:read')
  const accountId = randomUUID()
  const mine = await add(tenant, 1, { accountId })
  const other = await add(tenant, 2, { channel: 'telegram' })
  await setConversationStatus(api.pool, { tenantId: tenant, conversationId: other, status: 'resolved' })
  expect(ids(await list(key, 'status=open'))).toEqual([mine])
  expect(ids(await list(key, 'status=resolved'))).toEqual([other])
  expect(ids(await list(key, 'channel=telegram'))).toEqual([other])
  expect(ids(await list(key, `account=${accountId}`))).toEqual([mine])
  expect(ids(await list(key, `account=${randomUUID()}`))).toEqual([])
})

it('leave out what was merged away, whose address still leads to the messages', async () => {
  const { id: tenant, key } = await api.tenant('inbox:read')
  const from = await add(tenant, 1)
  const into = await add(tenant, 2)
  await mergeConversations(api.pool, { tenantId: tenant, from, into, contactId: randomUUID() })
  expect(ids(await list(key))).toEqual([into])
  const { body } = await api.get(`/v1/conversations/${from}`, key)
  expect(conversationSchema.parse(body)).toMatchObject({ id: from, merged_into: into })
  const message = buildMessage({ tenant, conversation: into })
  await api.collections.messages.insertOne(message)
  const messages = messageListSchema.parse((await api.get(`/v1/conversations/${from}/messages`, key)).body)
  expect(messages.data.map(({ external_id }) => external_id)).toEqual([message.external_id])
})

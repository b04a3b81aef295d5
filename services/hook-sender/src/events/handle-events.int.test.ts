import { randomUUID } from 'node:crypto'
import type { EventEnvelope } from '@omnistream/bus'
import { standardUuids as uuids } from '@omnistream/mongo'
import { explained } from '@omnistream/mongo/testing/explained'
import { getConversation, nobody, upsertConversations } from '@omnistream/postgres'
import { countingPool } from '@omnistream/postgres/testing/count-queries'
import { accountUpdateJson, conversationJson, messageJson } from '@omnistream/views'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSenderScene, type SenderScene } from '../testing/sender-scene.ts'
import { createEndpointTenants, endpointTenantsQuery } from './endpoint-tenants.ts'
import { messagesFilter } from './show-events.ts'

let scene: SenderScene

beforeAll(async () => {
  scene = await createSenderScene()
})
afterAll(() => scene?.drop())

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
const sentAs = async ({ id }: EventEnvelope) => (await scene.sent()).filter(({ key }) => key === id)

describe('what a tenant is told', () => {
  it.each(['message.created', 'message.updated', 'message.status'] as const)(
    'of %s is the message as the API shows it',
    async (type) => {
      const message = await scene.message({
        ...{ status: 'read', status_times: { read: new Date(5_000) } },
        search: { terms: ['hello'] },
      })
      const event = scene.event(type, { message_id: uuids.read(message._id), change: 'status' })
      expect(await scene.handle([event])).toEqual([{ kind: 'ack' }])
      expect(await sentAs(event)).toEqual([{ type, key: event.id, data: json(messageJson(message, uuids)) }])
    },
  )

  it('of a new conversation is the conversation as the API shows it', async () => {
    const [conversationId, at] = [randomUUID(), new Date('2026-09-01T10:00:00Z')]
    await upsertConversations(scene.schema.pool, [
      {
        ...{
          conversationId,
          tenantId: scene.tenantId,
          accountId: randomUUID(),
          channel: 'whatsapp',
          kind: 'direct',
        },
        ...{ threadKey: 'wa_id:1', contactId: null, messageId: randomUUID(), preview: 'hello' },
        ...{ createdAt: at, receivedAt: at, inbound: true, countsAsUnread: true },
      },
    ])
    const event = scene.event('conversation.created', { conversation_id: conversationId })
    await scene.handle([event])
    const row = await getConversation(scene.schema.pool, { tenantId: scene.tenantId, id: conversationId })
    if (!row) throw new Error('the conversation is not there')
    expect((await sentAs(event))[0]?.data).toEqual(json(conversationJson(row, null)))
  })

  it('of an account is the update as the API shows it', async () => {
    const at = new Date('2026-09-01T10:00:00Z')
    const update = {
      ...{
        _id: uuids.write(randomUUID()),
        tenant_id: uuids.write(scene.tenantId),
        account_id: uuids.write(randomUUID()),
      },
      ...{ channel: 'whatsapp', event: 'message_template_status_update', at, received_at: at },
      ...{
        data: { event: 'REJECTED' },
        audit_id: uuids.write(randomUUID()),
        path: '/entry/0',
        parser_version: 1,
      },
    }
    await scene.store.accountUpdates.insertOne(update)
    const event = scene.event('account.updated', { update_id: uuids.read(update._id) })
    await scene.handle([event])
    expect((await sentAs(event))[0]?.data).toEqual(json(accountUpdateJson(update, uuids)))
  })

  it('of all else is what the event holds, with where it belongs', async () => {
    const alarm = scene.event('ledger.alarm', { alarm_id: 'a', hour: '2026-09-01T10:00:00.000Z', overdue: 3 })
    const merge = scene.event('contact.merged', { merge_id: 'm' }, { accountId: nobody })
    await scene.handle([alarm, merge])
    const place = { channel: 'whatsapp', at: '2026-09-01T10:00:00.000Z' }
    expect((await sentAs(alarm))[0]?.data).toEqual({ account_id: alarm.accountId, ...place, ...alarm.data })
    expect((await sentAs(merge))[0]?.data).toEqual({ account_id: null, ...place, ...merge.data })
  })

  it('of what is gone, or is another tenant’s, is what the event holds', async () => {
    const foreign = await scene.message({ tenant_id: uuids.write(randomUUID()), content: { body: 'secret' } })
    const ids = [randomUUID(), uuids.read(foreign._id)]
    const events = ids.map((id) => scene.event('message.updated', { message_id: id, change: 'edit' }))
    await scene.handle(events)
    for (const event of events)
      expect((await sentAs(event))[0]?.data).toMatchObject({ channel: 'whatsapp', ...event.data })
    expect(JSON.stringify(await scene.sent())).not.toContain('secret')
  })

  it('leaves out what tenants are not told of, and settles it', async () => {
    const events = [scene.event('drift.first_seen', {}), scene.event('media.stored', {})]
    expect(await scene.handle(events)).toEqual([{ kind: 'ack' }, { kind: 'ack' }])
    for (const event of events) expect(await sentAs(event)).toEqual([])
  })
})

describe('an event', () => {
  it('brought fifty times by the bus is one message, and one delivery', async () => {
    const message = await scene.message()
    const event = scene.event('message.created', { message_id: uuids.read(message._id) })
    for (let round = 0; round < 10; round++)
      await Promise.all(Array.from({ length: 5 }, () => scene.handle([event])))
    expect(await sentAs(event)).toHaveLength(1)
    const deliveries = await scene.hookgres.deliveries.list({ tenantId: scene.tenantId, limit: 200 })
    const { items } = await scene.hookgres.messages
      .list({ tenantId: scene.tenantId, limit: 200 })
      .then((page) => {
        if (!page.ok) throw new Error('no page')
        return page
      })
    const sent = items.find(({ idempotencyKey }) => idempotencyKey === event.id)
    expect(deliveries.ok && deliveries.items.filter(({ messageId }) => messageId === sent?.id)).toHaveLength(
      1,
    )
  })

  it('that is too large to be sent is told with what it holds, and holds up no other', async () => {
    const large = await scene.message({ content: { body: 'x'.repeat(1_200_000) } })
    const small = await Promise.all(Array.from({ length: 6 }, () => scene.message()))
    const events = [...small.slice(0, 3), large, ...small.slice(3)].map((message) =>
      scene.event('message.created', { message_id: uuids.read(message._id), type: 'text' }),
    )
    expect(await scene.handle(events)).toHaveLength(7)
    for (const [index, event] of events.entries()) {
      const data = (await sentAs(event))[0]?.data
      if (index === 3) expect(data).toMatchObject({ message_id: uuids.read(large._id), type: 'text' })
      else expect(data).toMatchObject({ id: event.data.message_id, content: { body: 'hello' } })
    }
  })

  it('waits for a database that is away, and is sent once it is back', async () => {
    const event = scene.event('ledger.alarm', { alarm_id: 'b' })
    let failures = 0
    const settled = await scene.handle([event], {
      random: () => 0,
      hookgres: {
        async sendMany(inputs) {
          if (failures++ < 3) throw Object.assign(new Error('gone'), { code: 'ECONNRESET' })
          return await scene.hookgres.sendMany(inputs)
        },
      },
    })
    expect(settled).toEqual([{ kind: 'ack' }])
    expect(await sentAs(event)).toHaveLength(1)
  })
})

describe('reading', () => {
  it('takes as many statements for two hundred events as for one', async () => {
    const counting = await countingPool(scene.schema)
    const hookgres = scene.hookgres
    const messages = await Promise.all(
      Array.from({ length: 200 }, () => scene.message({ direction: 'outbound' })),
    )
    const events = messages.map((message) =>
      scene.event('message.status', { message_id: uuids.read(message._id) }),
    )
    const statements = async (some: readonly EventEnvelope[]): Promise<number> => {
      let sends = 0
      await scene.handle(some, {
        pool: counting.pool,
        hookgres: {
          async sendMany(inputs) {
            sends += 1
            return await hookgres.sendMany(inputs)
          },
        },
      })
      return sends + counting.count()
    }
    const one = await statements(events.slice(0, 1))
    expect(await statements(events.slice(1))).toBe(one)
    await counting.pool.end()
  })

  it('costs nothing for a tenant without endpoints, and sees a new one when the memory has run out', async () => {
    const counting = await countingPool(scene.schema)
    let elapsed = 0
    const endpointTenants = createEndpointTenants({
      ...{ pool: counting.pool, schema: scene.hookgres.schema, ttlMs: 1_000, elapsedMs: () => elapsed },
    })
    const tenantId = randomUUID()
    const told = async (): Promise<number> => {
      await scene.handle([scene.event('ledger.alarm', { alarm_id: 'c' }, { tenantId })], { endpointTenants })
      return (await scene.sent(tenantId)).length
    }
    expect(await told()).toBe(0)
    expect(counting.count()).toBe(1)
    expect([await told(), await told(), counting.count()]).toEqual([0, 0, 0])
    await scene.hookgres.endpoints.create({ tenantId, url: 'https://hooks.example.com/late' })
    elapsed = 999
    expect(await told()).toBe(0)
    elapsed = 1_000
    expect(await told()).toBe(1)
    expect(counting.count()).toBe(1)
    await counting.pool.end()
  })

  it('goes by the indexes of tenants and ids', async () => {
    const { pool } = scene.schema
    const table = `${scene.hookgres.schema}.endpoints`
    await pool.query(
      `insert into ${table} (id, tenant_id, url, secret)
        select 'ep_' || n, md5(n::text), 'https://hooks.example.com', 's' from generate_series(1, 5000) n`,
    )
    await pool.query(`analyze ${table}`)
    const query = endpointTenantsQuery(scene.hookgres.schema, [scene.tenantId, randomUUID()])
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${query.text}`, query.values)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('endpoints_tenant')
    expect(plan).not.toContain('Seq Scan on endpoints')

    const message = await scene.message()
    const filter = messagesFilter(uuids, [uuids.read(message._id)])
    const found = await explained(scene.mongo.db, { find: 'messages', filter })
    expect(found).toMatchObject({ indexes: ['_id_'], docsExamined: 1, returned: 1 })
  })
})

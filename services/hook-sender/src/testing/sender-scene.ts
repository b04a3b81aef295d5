import { randomBytes, randomUUID } from 'node:crypto'
import type { Delivery, EventEnvelope, Settlement } from '@omnistream/bus'
import { createMetrics, silentLogger } from '@omnistream/common'
import { createHookgres, type Hookgres } from '@omnistream/hookgres'
import {
  type Collections,
  collections,
  type MessageDocument,
  standardUuids as uuids,
} from '@omnistream/mongo'
import { createTestMongo, type TestMongo } from '@omnistream/mongo/testing/test-mongo'
import { createTestSchema, type TestSchema } from '@omnistream/postgres/test-database'
import { testDatabaseUrl } from '@omnistream/postgres/testing/database-url'
import { createEndpointTenants } from '../events/endpoint-tenants.ts'
import { eventHandler, type HandleDeps } from '../events/handle-events.ts'
import { createSenderMetrics } from '../sender-metrics.ts'

/** Real stores, hookgres in a schema of its own, and a tenant with an endpoint. */
export type SenderScene = {
  mongo: TestMongo
  store: Collections
  schema: TestSchema
  hookgres: Hookgres
  deps: HandleDeps
  tenantId: string
  /** A tenant with an endpoint that is never called. */
  tenant(): Promise<string>
  message(more?: Partial<MessageDocument>): Promise<MessageDocument>
  event(
    type: EventEnvelope['type'],
    data: Record<string, unknown>,
    more?: Partial<EventEnvelope>,
  ): EventEnvelope
  handle(events: readonly EventEnvelope[], changes?: Partial<HandleDeps>): Promise<Settlement[]>
  /** What the tenant has been sent, oldest first. */
  sent(tenantId?: string): Promise<{ type: string; key: string | null; data: Record<string, unknown> }[]>
  drop(): Promise<void>
}

export async function createSenderScene(): Promise<SenderScene> {
  const mongo = await createTestMongo()
  const schema = await createTestSchema(await testDatabaseUrl(), { max: 8 })
  const hookSchema = `test_${randomBytes(6).toString('hex')}`
  const { pool } = schema
  const hookgres = createHookgres({ pool, schema: hookSchema })
  await hookgres.migrate()
  const store = collections(mongo.db)
  const logger = silentLogger()
  const deps: HandleDeps = {
    ...{ pool, store, uuids, logger, hookgres, wake: async () => {} },
    endpointTenants: createEndpointTenants({
      pool,
      schema: hookSchema,
      ttlMs: 0,
      elapsedMs: () => performance.now(),
    }),
    senderMetrics: createSenderMetrics(createMetrics({ service: 'test' })),
  }
  const tenant = async (): Promise<string> => {
    const id = randomUUID()
    const made = await hookgres.endpoints.create({ tenantId: id, url: 'https://hooks.example.com/in' })
    if (!made.ok) throw new Error(made.error)
    return id
  }
  const tenantId = await tenant()
  const [accountId, never] = [randomUUID(), new AbortController().signal]
  return {
    ...{ mongo, store, schema, hookgres, deps, tenantId, tenant },
    async message(more = {}) {
      const [at, id] = [new Date('2026-09-01T10:00:00Z'), randomUUID()]
      const message: MessageDocument = {
        ...{ _id: uuids.write(id), tenant_id: uuids.write(tenantId), account_id: uuids.write(accountId) },
        ...{
          channel: 'whatsapp',
          external_id: `whatsapp:1:${id}`,
          conversation_id: uuids.write(randomUUID()),
        },
        ...{ direction: 'inbound', type: 'text', content: { body: 'hello' } },
        sender: { name: 'Ana T.', identities: [{ kind: 'wa_id', value: '15550100042' }] },
        ...{ created_at: at, received_at: at, updated_at: at, rev: randomUUID(), ...more },
      }
      await store.messages.insertOne(message)
      return message
    },
    event: (type, data, more = {}) => ({
      ...{ v: 1, kind: 'event', id: randomUUID(), type, tenantId, accountId, channel: 'whatsapp' },
      ...{ at: Date.parse('2026-09-01T10:00:00Z'), data, ...more },
    }),
    async handle(events, changes = {}) {
      const deliveries = events.map(
        (envelope): Delivery => ({ envelope, subject: '', attempt: 1, suspect: false }),
      )
      return await eventHandler({ ...deps, ...changes })(deliveries, never)
    },
    async sent(of = tenantId) {
      const { rows } = await pool.query<{ type: string; key: string; data: Record<string, unknown> }>(
        `select event_type as type, idempotency_key as key, payload as data from ${hookSchema}.messages
          where tenant_id = $1 order by created_at, id`,
        [of],
      )
      return rows
    },
    async drop() {
      await pool.query(`drop schema "${hookSchema}" cascade`)
      await schema.drop()
      await mongo.remove()
    },
  }
}

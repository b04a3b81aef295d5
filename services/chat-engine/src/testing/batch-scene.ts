import { randomUUID } from 'node:crypto'
import { decodeEnvelope, type EventEnvelope, type WebhookEnvelope } from '@omnistream/bus'
import { createTestBus } from '@omnistream/bus/testing/test-bus'
import { channelById } from '@omnistream/channels'
import { silentLogger } from '@omnistream/common'
import {
  type Collections,
  collections,
  setupIndexes,
  standardUuids as uuids,
  type WebhookAuditDocument,
} from '@omnistream/mongo'
import { createTestMongo } from '@omnistream/mongo/testing/test-mongo'
import { type AccountRecord, createAccountDirectory, type Pool } from '@omnistream/postgres'
import { createTestSchema } from '@omnistream/postgres/test-database'
import { testDatabaseUrl } from '@omnistream/postgres/testing/database-url'
import { Binary } from 'mongodb'
import { handleDeliveries } from '../batch/handle-deliveries.ts'
import { type BatchDeps, processBatch } from '../batch/process-batch.ts'
import type { Step } from '../batch/types.ts'

/** Real servers and one WhatsApp account; payloads go through the engine as the bus would hand them over. */
export type BatchScene = {
  account: AccountRecord
  store: Collections
  pool: Pool
  /** Stores payloads as the edge does; out: their audit ids. */
  put(...payloads: unknown[]): Promise<string[]>
  /** Works off payloads in one batch; `attempt` above 1 is a redelivery. */
  handle(ids: readonly string[], attempt?: number): Promise<void>
  /** The next pass that reaches this step fails there, as if a server had gone away. */
  failAt(step: Step): void
  /** Every event so far, oldest first. */
  events(): Promise<EventEnvelope[]>
  drop(): Promise<void>
}

export async function createBatchScene(): Promise<BatchScene> {
  const mongo = await createTestMongo()
  const schema = await createTestSchema(await testDatabaseUrl())
  const bus = await createTestBus()
  const store = collections(mongo.db)
  await setupIndexes(mongo.db, { auditDays: 0 })
  const account: AccountRecord = {
    ...{ id: randomUUID(), tenantId: randomUUID(), channel: 'whatsapp', externalId: '700800900100200' },
    ...{ businessId: '900100200300400', name: 'Shop', displayId: null, status: 'active' },
    secrets: { appSecrets: [], verifyTokens: [] },
  }
  const logger = silentLogger()
  let failing: Step | undefined
  const deps: BatchDeps = {
    ...{ collections: store, pool: schema.pool, bus: bus.bus, subjects: bus.on, uuids, logger },
    directory: createAccountDirectory({ load: async () => [account], refreshMs: 60_000, logger }),
    ...{ findChannel: channelById, maxBodyBytes: 4_000_000, newRev: randomUUID, now: () => new Date() },
    ...{ noteDrift: async () => {}, noteMedia: async () => {} },
    checkpoint(step) {
      if (step !== failing) return
      failing = undefined
      throw Object.assign(new Error('gone'), { code: 'ECONNRESET' })
    },
  }
  const never = new AbortController().signal
  return {
    ...{ account, store, pool: schema.pool },
    async put(...payloads) {
      const rows = payloads.map(auditRow)
      await store.webhookAudit.insertMany(rows)
      return rows.map(({ _id }) => uuids.read(_id))
    },
    async handle(ids, attempt = 1) {
      const envelope: WebhookEnvelope = {
        ...{ v: 1, kind: 'webhook', ids: [...ids], channel: 'whatsapp', publishedAt: 0 },
      }
      await handleDeliveries([{ envelope, subject: '', attempt, suspect: false }], never, {
        ...{ audit: store.webhookAudit, uuids, logger, now: deps.now, checkpoint: () => {} },
        ...{ jobsMax: 100, attemptsMax: 5, process: (jobs) => processBatch(jobs, deps) },
        ...{ markGivenUp: async () => {}, noteChanged: async () => {} },
      })
    },
    failAt(step) {
      failing = step
    },
    async events() {
      const { state } = await bus.manager.streams.info(bus.names.events)
      const found: EventEnvelope[] = []
      for (let seq = Math.max(1, state.first_seq); seq <= state.last_seq; seq++) {
        const { data } = await bus.manager.streams.getMessage(bus.names.events, { seq })
        const envelope = decodeEnvelope(data)
        if (envelope.kind === 'event') found.push(envelope)
      }
      return found
    },
    async drop() {
      await bus.remove()
      await schema.drop()
      await mongo.remove()
    },
  }
}

function auditRow(payload: unknown): WebhookAuditDocument {
  const body = Buffer.from(JSON.stringify(payload))
  return {
    ...{ _id: uuids.write(randomUUID()), received_at: new Date(), channel: 'whatsapp', method: 'POST' },
    ...{ url: 'https://example.test/webhooks/whatsapp', headers: {}, source_ip: '192.0.2.1' },
    ...{ content_type: 'application/json', body: new Binary(body), body_bytes: body.length },
    ...{ signature_status: 'VALID', signature_detail: null, request_id: randomUUID() },
    parse: { state: 'pending' },
  }
}

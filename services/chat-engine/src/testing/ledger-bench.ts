import { randomUUID } from 'node:crypto'
import { decodeEnvelope, type EventEnvelope } from '@omnistream/bus'
import { createTestBus, type TestBus } from '@omnistream/bus/testing/test-bus'
import { silentLogger } from '@omnistream/common'
import {
  type Collections,
  collections,
  type ParseCounts,
  setupIndexes,
  standardUuids as uuids,
  type WebhookAuditDocument,
} from '@omnistream/mongo'
import { createTestMongo, type TestMongo } from '@omnistream/mongo/testing/test-mongo'
import { createTestSchema, type TestSchema } from '@omnistream/postgres/test-database'
import { testDatabaseUrl } from '@omnistream/postgres/testing/database-url'
import { Binary } from 'mongodb'
import { type CountDeps, countNextHour } from '../ledger/count-hour.ts'
import { noteRows } from '../ledger/note-rows.ts'

type Parse = WebhookAuditDocument['parse']

/** The stores of the ledger with a clock of their own, for tests. */
export type LedgerBench = CountDeps & {
  store: Collections
  mongo: TestMongo
  schema: TestSchema
  bus: TestBus
  never: AbortSignal
  setClock(at: Date): void
  /** A webhook as the edge stores it, or as the engine marked it. */
  row(
    tenant: string | null,
    at: Date,
    parse: Parse,
    more?: Partial<WebhookAuditDocument>,
  ): WebhookAuditDocument
  /** Stores a webhook; the parse state `pending` where none is given. */
  put(
    tenant: string | null,
    at: Date,
    parse?: Parse,
    more?: Partial<WebhookAuditDocument>,
  ): Promise<WebhookAuditDocument>
  /** Marks it as the engine does, and notes it. */
  mark(row: WebhookAuditDocument, parse: Parse): Promise<void>
  note(...rows: WebhookAuditDocument[]): Promise<void>
  /** Counts whatever is due at the clock's time. */
  count(): Promise<void>
  events(): Promise<EventEnvelope[]>
  drop(): Promise<void>
}

export const noCounts: ParseCounts = {
  ...{ received: 0, stored: 0, merged: 0, duplicate: 0, ignored: 0, unrouted: 0, failed: 0 },
}

/** What the engine says of a webhook whose updates ended like this. */
export function parsed(state: 'done' | 'failed' | 'unrouted', counts: Partial<ParseCounts>): Parse {
  const received = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return { state, counts: { ...noCounts, ...counts, received } }
}

export async function createLedgerBench(): Promise<LedgerBench> {
  const [mongo, schema, bus] = [
    await createTestMongo(),
    await createTestSchema(await testDatabaseUrl()),
    await createTestBus(),
  ]
  const store = collections(mongo.db)
  await setupIndexes(mongo.db, { auditDays: 0 })
  let clock = new Date()
  const audit = store.webhookAudit
  const deps: CountDeps = {
    ...{ pool: schema.pool, audit, uuids, logger: silentLogger(), now: () => clock },
    ...{ graceMs: 15 * 60_000, retentionDays: 90 },
  }
  const never = new AbortController().signal
  return {
    ...deps,
    ...{ store, mongo, schema, bus, never },
    setClock(at) {
      clock = at
    },
    row: (tenant, at, parse, more = {}) => ({ ...auditRow(tenant, at, parse), ...more }),
    async put(tenant, at, parse = { state: 'pending' }, more = {}) {
      const row = { ...auditRow(tenant, at, parse), ...more }
      await audit.insertOne(row)
      return row
    },
    async mark(row, parse) {
      await audit.updateOne({ _id: row._id }, { $set: { parse } })
      await noteRows([row], deps)
    },
    note: (...rows) => noteRows(rows, deps),
    async count() {
      while (await countNextHour(deps, never));
    },
    async events() {
      const { state } = await bus.manager.streams.info(bus.names.events)
      const found: EventEnvelope[] = []
      for (let seq = state.first_seq; seq <= state.last_seq; seq++) {
        const envelope = decodeEnvelope(
          (await bus.manager.streams.getMessage(bus.names.events, { seq })).data,
        )
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

const auditRow = (tenant: string | null, at: Date, parse: Parse): WebhookAuditDocument => ({
  ...{ _id: uuids.write(randomUUID()), received_at: at, channel: 'whatsapp' },
  ...(tenant === null ? {} : { tenant_id: uuids.write(tenant) }),
  ...{ method: 'POST', url: 'https://example.test/webhooks/whatsapp', headers: {}, source_ip: '192.0.2.1' },
  ...{
    body: new Binary(Buffer.from('{}')),
    body_bytes: 2,
    signature_status: 'VALID',
    signature_detail: null,
  },
  ...{ request_id: randomUUID(), parse },
})

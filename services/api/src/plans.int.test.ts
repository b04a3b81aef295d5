import { randomUUID } from 'node:crypto'
import { collections } from '@omnistream/mongo/collections'
import { indexSpecs } from '@omnistream/mongo/indexes'
import { parseQuery, type SearchQuery } from '@omnistream/mongo/search/query'
import { type Explained, explained } from '@omnistream/mongo/testing/explained'
import { standardUuids as uuids } from '@omnistream/mongo/uuid-codec'
import { type Document, MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountUpdatesQuery } from './accounts/account-update-routes.ts'
import { createApi } from './app.ts'
import { auditListQuery, auditQuery, auditStatsQuery } from './audit/audit-queries.ts'
import type { Place } from './http/cursor.ts'
import type { FindSpec } from './http/keyset.ts'
import { mediaStatesQuery, mediumQuery } from './media/media-queries.ts'
import { conversationMessagesQuery, messageQuery, messagesByIdQuery } from './messages/message-queries.ts'
import { reportQuery } from './replays/report-query.ts'
import { searchCandidatesQuery, searchNewestQuery } from './search/search-queries.ts'
import { buildAudit, buildMedium, buildMessage } from './testing/build-documents.ts'
import { createTestApi, type TestApi } from './testing/test-api.ts'

const perTenant = 600
const conversation = randomUUID()
const run = randomUUID()
const ids: string[] = Array.from({ length: perTenant }, () => randomUUID())
const account = randomUUID()
const contact = randomUUID()
const startMs = Date.parse('2026-07-01T00:00:00Z')
const at = (n: number) => new Date(startMs + n * 60_000)
const middle: Place = { at: at(perTenant / 2), id: uuids.write(ids[perTenant / 2] ?? '') }
const window = { limit: 20 }
const noTime = { window: {}, limit: 20 }

let api: TestApi
let tenant: { id: string; key: string }

beforeAll(async () => {
  api = await createTestApi()
  tenant = await api.tenant()
  for (const owner of [tenant.id, ...Array.from({ length: 4 }, () => randomUUID())])
    await fill(owner, owner === tenant.id)
})
afterAll(() => api.drop())

/** Every tenant has the same kind of things, so that a plan that is not bound to one reads too much. */
async function fill(owner: string, mine: boolean): Promise<void> {
  const id = (n: number) => (mine ? (ids[n] ?? '') : randomUUID())
  await api.collections.messages.insertMany(
    Array.from({ length: perTenant }, (_, n) => {
      const talk = mine && n % 3 === 0 ? conversation : randomUUID()
      const body = `order number ${n} ${n % 10 === 0 ? 'refund' : 'shipped'} 你好世界`
      return buildMessage({ tenant: owner, id: id(n), conversation: talk, at: at(n), content: { body } })
    }),
  )
  await api.collections.webhookAudit.insertMany(
    Array.from({ length: perTenant }, (_, n) =>
      buildAudit({
        ...{ tenant: owner, id: id(n), at: at(n) },
        more: { account_id: uuids.write(account), parse: { state: n % 20 === 0 ? 'failed' : 'done' } },
      }),
    ),
  )
  await api.collections.accountUpdates.insertMany(
    Array.from({ length: perTenant }, (_, n) => ({
      ...{ _id: uuids.write(id(n)), tenant_id: uuids.write(owner), account_id: uuids.write(account) },
      ...{ channel: 'whatsapp', event: 'account_update', at: at(n), received_at: at(n), data: {} },
      ...{ audit_id: uuids.write(id(n)), path: '/x', parser_version: 1 },
    })),
  )
  await api.collections.media.insertMany(
    Array.from({ length: perTenant }, (_, n) => buildMedium({ tenant: owner, id: id(n) })),
  )
  const runId = mine ? run : randomUUID()
  const counts = { new: 1, changed: 0, unchanged: 0, failing: 0, still_failing: 0, ignored: 0, unrouted: 0 }
  await api.collections.replayResults.insertMany(
    Array.from({ length: perTenant }, (_, n) => ({
      ...{
        _id: `${runId}:${id(n)}`,
        run_id: uuids.write(runId),
        audit_id: uuids.write(id(n)),
        items: [],
        counts,
      },
      ...{ tenant_id: uuids.write(owner), created_at: at(n), dry_run: true, settled: true },
    })),
  )
}

function query(q: string): SearchQuery {
  const parsed = parseQuery(q)
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.query
}

function expectBound(filter: Document, plan: Explained): void {
  expect(filter.tenant_id).toEqual(uuids.match(tenant.id))
  expect(plan.stages).not.toContain('COLLSCAN')
  expect(plan.indexes.length).toBeGreaterThan(0)
  // A plan that went beyond the tenant would have read the same kind of rows of the four others.
  expect(plan.docsExamined).toBeLessThanOrEqual(perTenant)
}

const firstKeys = new Map(indexSpecs({ auditDays: 0 }).map((spec) => [spec.name, Object.keys(spec.key)[0]]))

/** Every query builder with each of its shapes. */
const finds: [string, string, (owner: string) => FindSpec][] = [
  ['account_updates', 'of an account', (owner) => accountUpdatesQuery(uuids, owner, account, window)],
  [
    'account_updates',
    'of an account, older',
    (owner) => accountUpdatesQuery(uuids, owner, account, { ...window, before: middle }),
  ],
  ['messages', 'a conversation', (owner) => conversationMessagesQuery(uuids, owner, conversation, window)],
  [
    'messages',
    'a conversation, older',
    (o) => conversationMessagesQuery(uuids, o, conversation, { ...window, before: middle }),
  ],
  [
    'messages',
    'a conversation, newer',
    (o) => conversationMessagesQuery(uuids, o, conversation, { ...window, after: middle }),
  ],
  ['messages', 'a message', (owner) => messageQuery(uuids, owner, ids[5] ?? '')],
  ['messages', 'messages by ids', (owner) => messagesByIdQuery(uuids, owner, ids.slice(0, 3))],
  ...['refund shipped', 'refund', 'ref', 'refund ship', '"number 7"', '好世', '好', 'order -refund'].flatMap(
    (q): [string, string, (owner: string) => FindSpec][] => [
      ['messages', `newest ${q}`, (o) => searchNewestQuery(uuids, o, query(q), {}, noTime)],
      [
        'messages',
        `newest ${q}, older`,
        (o) => searchNewestQuery(uuids, o, query(q), {}, { ...noTime, before: middle }),
      ],
      [
        'messages',
        `newest ${q}, in a window`,
        (o) =>
          searchNewestQuery(uuids, o, query(q), {}, { window: { from: at(100), to: at(200) }, limit: 20 }),
      ],
      ['messages', `candidates ${q}`, (o) => searchCandidatesQuery(uuids, o, query(q), {}, noTime)],
      [
        'messages',
        `candidates ${q}, up to`,
        (o) => searchCandidatesQuery(uuids, o, query(q), {}, { ...noTime, upTo: middle }),
      ],
    ],
  ),
  [
    'messages',
    'a search with every filter',
    (o) => {
      const filters = {
        channel: 'whatsapp',
        account,
        conversation,
        direction: 'inbound',
        type: 'text',
      } as const
      return searchNewestQuery(uuids, o, query('order'), { ...filters, from: at(0), to: at(300) }, noTime)
    },
  ],
  ['media', 'a medium', (owner) => mediumQuery(uuids, owner, ids[5] ?? '')],
  ['media', 'media of messages', (owner) => mediaStatesQuery(uuids, owner, ids.slice(0, 3))],
  ['webhook_audit', 'webhooks', (owner) => auditListQuery(uuids, owner, {}, window)],
  ['webhook_audit', 'webhooks, older', (o) => auditListQuery(uuids, o, {}, { ...window, before: middle })],
  ['webhook_audit', 'webhooks, newer', (o) => auditListQuery(uuids, o, {}, { ...window, after: middle })],
  [
    'webhook_audit',
    'webhooks of a time',
    (o) => auditListQuery(uuids, o, { from: at(1), to: at(9) }, window),
  ],
  ['webhook_audit', 'webhooks by state', (o) => auditListQuery(uuids, o, { state: 'failed' }, window)],
  [
    'webhook_audit',
    'webhooks of an account',
    (o) => auditListQuery(uuids, o, { channel: 'whatsapp', account }, window),
  ],
  ['webhook_audit', 'webhooks by signature', (o) => auditListQuery(uuids, o, { signature: 'VALID' }, window)],
  ['webhook_audit', 'a webhook', (owner) => auditQuery(uuids, owner, ids[5] ?? '')],
  ['replay_results', 'a report', (owner) => reportQuery(uuids, owner, run, { limit: 20 })],
  [
    'replay_results',
    'a report, further',
    (o) => reportQuery(uuids, o, run, { limit: 20, afterId: `${run}:8` }),
  ],
  ['replay_results', 'a report by outcome', (o) => reportQuery(uuids, o, run, { limit: 20, outcome: 'new' })],
]

describe('the plan of', () => {
  it.each(finds)('%s: %s uses its index and stays within the tenant', async (collection, _, build) => {
    const { filter, sort, limit, indexes, projection } = build(tenant.id)
    const order = Object.keys(sort).length > 0 ? { sort } : {}
    const command = {
      find: collection,
      filter,
      limit,
      ...order,
      ...(projection === undefined ? {} : { projection }),
    }
    const plan = await explained(api.mongo.db, command)
    expectBound(filter, plan)
    expect(
      [...new Set(plan.indexes)].every((name) => indexes.includes(name)),
      plan.indexes.join(),
    ).toBe(true)
    for (const name of plan.indexes) expect(['tenant_id', 'run_id', undefined]).toContain(firstKeys.get(name))
  })

  it('the statistics uses its index and stays within the tenant and the time', async () => {
    const { pipeline, indexes } = auditStatsQuery(uuids, tenant.id, { from: at(10), to: at(20) })
    const plan = await explained(api.mongo.db, { aggregate: 'webhook_audit', pipeline, cursor: {} })
    expectBound(pipeline[0]?.$match, plan)
    expect(plan.indexes).toEqual(indexes)
    expect(plan.docsExamined).toBe(10)
  })
})

describe('every query that a request really makes', () => {
  const paths = [
    '/v1/conversations',
    '/v1/conversations?status=open',
    '/v1/conversations?channel=whatsapp',
    `/v1/conversations?account=${account}`,
    `/v1/conversations/${conversation}`,
    `/v1/conversations/${conversation}/messages`,
    `/v1/conversations/${conversation}/merges`,
    '/v1/contacts',
    '/v1/contacts?identity=5541988887777',
    '/v1/contacts?name=an',
    `/v1/contacts/${contact}`,
    `/v1/messages/${ids[3]}`,
    '/v1/messages/search?q=order',
    '/v1/messages/search?q=%22number%207%22',
    '/v1/messages/search?q=refund%20ord&sort=relevance',
    '/v1/audit',
    '/v1/audit?state=failed',
    `/v1/audit?account=${account}`,
    `/v1/audit/${ids[3]}`,
    `/v1/audit/${ids[3]}/raw`,
    '/v1/audit/stats?from=2026-07-01&to=2026-07-02',
    `/v1/drift/${randomUUID()}`,
    '/v1/drift?channel=whatsapp&what=field',
    '/v1/ledger',
    `/v1/ledger?bucket=day&channel=whatsapp&account=${account}`,
    '/v1/ledger/alarms?open=true',
    '/v1/replays',
    `/v1/replays/${run}`,
    `/v1/replays/${run}/report`,
  ]

  it('to MongoDB names the tenant as an equality and reads by an index', async () => {
    const client = new MongoClient(api.mongoUri, { monitorCommands: true })
    const seen: Document[] = []
    client.on('commandStarted', ({ commandName, command }) => {
      if (['find', 'aggregate', 'getMore', 'count', 'distinct'].includes(commandName)) seen.push(command)
    })
    try {
      const own = { ...api.deps, collections: collections(client.db()) }
      const app = createApi({
        ...own,
        conversations: { ...own.conversations, get: anyConversation },
        replays: { ...own.replays, get: anyReplay },
      })
      for (const path of paths)
        await app.request(path, { headers: { authorization: `Bearer ${tenant.key}` } })
    } finally {
      await client.close()
    }
    expect(seen.length).toBeGreaterThan(10)
    for (const command of seen) {
      expect(Object.keys(command)[0]).not.toBe('getMore')
      expect(Number(command.maxTimeMS)).toBeGreaterThan(0)
      const { $db: _, lsid: __, maxTimeMS: ___, ...plain } = command
      expectBound(command.filter ?? command.pipeline[0].$match, await explained(api.mongo.db, plain))
    }
  })

  it('to PostgreSQL names the tenant and reads by an index', async () => {
    const seen = recordQueries()
    for (const path of paths) await api.get(path, tenant.key)
    await api.post(`/v1/replays/${run}/pause`, tenant.key)
    const reads = seen.filter(({ text }) => /^\s*(select|with|update)/i.test(text))
    expect(reads.length).toBeGreaterThan(10)
    const client = await api.pool.connect()
    try {
      await client.query('begin')
      // On tables this small a scan is cheaper; what counts is that an index fits.
      await client.query('set local enable_seqscan = off')
      for (const { text, values } of reads) {
        const { rows } = await client.query({ text: `explain (format json) ${text}`, values })
        expect(JSON.stringify(rows), text).not.toContain('Seq Scan')
        if (!/api_keys/.test(text)) expect(text).toMatch(/"?tenant_id"? = \$\d/)
      }
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  /** Notes what goes through the test's own pool. */
  function recordQueries(): { text: string; values: unknown[] }[] {
    const seen: { text: string; values: unknown[] }[] = []
    const original = api.pool.query
    Object.assign(api.pool, {
      query(...args: unknown[]) {
        const [query, values] = args
        const text = typeof query === 'string' ? query : String((query as { text: string }).text)
        const own = typeof query === 'string' ? undefined : (query as { values?: unknown[] }).values
        seen.push({ text, values: (values as unknown[] | undefined) ?? own ?? [] })
        return Reflect.apply(original, api.pool, args)
      },
    })
    return seen
  }
})

const instant = at(0).toISOString()

/** Stand for rows of PostgreSQL, so that the queries behind them are made. */
const anyConversation = async () => ({
  ...{
    id: conversation,
    account_id: account,
    channel: 'whatsapp',
    kind: 'direct' as const,
    name: null,
    contact: null,
  },
  ...{
    status: 'open' as const,
    unread_count: 0,
    read_at: null,
    last_message_at: instant,
    last_message_id: account,
  },
  ...{ last_message_preview: null, merged_into: null, created_at: instant, updated_at: instant },
})
const anyReplay = async () => ({
  ...{
    id: run,
    status: 'done' as const,
    dry_run: true,
    side_effects: false,
    filter: {},
    rate_per_second: null,
  },
  progress: { total: 1, published: 1, processed: 1, percent: 100 },
  ...{
    counts: {},
    error: null,
    created_by: null,
    created_at: instant,
    started_at: null,
    finished_at: null,
    updated_at: instant,
  },
})

import { generateWebhookSecret } from '@omnistream/delivery'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpointsQuery } from '../endpoints/read-endpoints.ts'
import { releaseQuery, strandedQuery } from '../endpoints/release-held.ts'
import { attemptsQuery } from '../history/list-attempts.ts'
import { deliveriesOfMessageQuery, deliveriesQuery } from '../history/list-deliveries.ts'
import { messagesQuery } from '../history/list-messages.ts'
import { oldMessagesQuery } from '../history/prune.ts'
import { idFloor } from '../ids.ts'
import type { Query } from '../query.ts'
import { replayQuery } from '../replay/replay-deliveries.ts'
import { sendQuery } from '../send/send-messages.ts'
import { missedQuery } from '../send/send-missed.ts'
import { createTestHookgres, type TestHookgres } from '../testing/test-hookgres.ts'
import { claimQuery, loadQuery } from '../worker/claim-tasks.ts'
import { dueQuery } from '../worker/outbox.ts'
import { recordQuery } from '../worker/record-query.ts'
import { slotsQuery } from '../worker/slots.ts'

type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

let own: TestHookgres
const messages = 20_000
const tenantId = 't1'

beforeAll(async () => {
  own = await createTestHookgres({ max: 2 })
  const { endpoints, messages: table, deliveries, attempts } = own.tables
  // 20 tenants with 5 endpoints each; a past of three quarters that succeeded, some failed, some waiting, held, lost.
  await own.pool.query(
    `insert into ${endpoints} (id, tenant_id, url, secret, paused_at)
    select 'ep_' || n, 't' || n % 20, 'https://hooks.example.com', $1, case when n % 10 = 0 then now() end
    from generate_series(1, 100) n`,
    [generateWebhookSecret()],
  )
  await own.pool.query(
    `insert into ${table} (id, tenant_id, event_type, payload, idempotency_key, created_at)
    select 'msg_' || to_hex(1750000000000 + n * 1000) || '7' || lpad(n::text, 19, '0'), 't' || n % 20, 'e' || n % 7,
      '{"a": 1}', n::text, to_timestamp(1750000000 + n)
    from generate_series(1, $1::int) n`,
    [messages],
  )
  await own.pool.query(
    `insert into ${deliveries} (id, message_id, endpoint_id, status, next_attempt_at, locked_until, lock_token, created_at)
    select 'dlv_' || n, m.id, 'ep_' || case when n % 20 = 0 then 20 else n % 20 + 20 * (n % 5) end,
      case when n % 8 < 6 then 'succeeded' when n % 8 = 6 then 'failed' when n % 200 < 8 then 'delivering' else 'pending' end,
      case when n % 3 = 0 then null when n % 3 = 1 then now() - interval '1 h' else now() + interval '1 h' end,
      now() - interval '1 s', gen_random_uuid(), m.created_at
    from (select *, row_number() over (order by id) as n from ${table}) m
    where exists (select 1 from ${endpoints} where id = 'ep_' || case when n % 20 = 0 then 20 else n % 20 + 20 * (n % 5) end)`,
  )
  await own.pool.query(
    `insert into ${attempts} (id, delivery_id, attempt_number, duration_ms, created_at)
    select 'att_' || id, id, 1, 5, created_at from ${deliveries}`,
  )
  await own.pool.query(`analyze ${endpoints}, ${table}, ${deliveries}, ${attempts}`)
})
afterAll(() => own.remove())

type Read = { table: string; by: string; rows: number }

/** What the plan reads and throws away again, run inside a transaction that is undone. */
async function reads({ text, values }: Query): Promise<Read[]> {
  const client = await own.pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `explain (analyze, format json) ${text}`,
      values,
    )
    const flatten = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flatten)]
    return (rows[0]?.['QUERY PLAN'] ?? [])
      .flatMap(({ Plan }) => flatten(Plan))
      .filter((node) => node['Node Type'].includes('Scan') && (node['Relation Name'] || node['Index Name']))
      .map((node) => ({
        table: node['Relation Name'] ?? '',
        by: node['Index Name'] ?? node['Node Type'],
        rows: (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      }))
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const task = {
  ...{ id: 'dlv_1', lease: crypto.randomUUID(), attempt: 1, endpointId: 'ep_1', tenantId, url: '' },
  ...{ disabled: false, disabledReason: null, paused: false, rateLimit: null, secrets: [], messageId: '' },
  ...{ eventType: 'a', sentAt: new Date(0), payload: '{}' },
}
const after = { at: new Date((1_750_000_000 + messages / 2) * 1_000), id: 'x' }
const range = { from: new Date(1_750_000_000_000) }

describe('no statement reads a table of any size without an index, nor many more rows than it gives', () => {
  const queries: Record<string, () => Query> = {
    'a list of endpoints': () => endpointsQuery(own.tables, tenantId, after, 51),
    'a list of messages': () => messagesQuery(own.tables, { tenantId }, after, 51),
    'a list of deliveries': () => deliveriesQuery(own.tables, { tenantId }, after, 51),
    'a list of failed deliveries': () =>
      deliveriesQuery(own.tables, { tenantId, status: 'failed' }, undefined, 51),
    'the deliveries of a message': () =>
      deliveriesOfMessageQuery(own.tables, { tenantId, messageId: 'msg_1' }, undefined, 51),
    'a list of attempts': () => attemptsQuery(own.tables, { tenantId, deliveryId: 'dlv_1' }, undefined, 51),
    'a step of a replay': () => replayQuery(own.tables, { tenantId, limit: 50 }, after),
    'a step of what was missed': () =>
      missedQuery(own.tables, { tenantId, id: 'ep_1' }, { ...range, limit: 50 }, after),
    'a step of pruning': () =>
      oldMessagesQuery(own.tables, { after: '', end: idFloor('msg', after.at), limit: 50 }),
    'a send': () =>
      sendQuery(own.tables, [
        { id: 'msg_new', at: 0, tenantId, eventType: 'a', key: 'new', endpointId: null, payload: '{}' },
      ]),
    'a release': () => releaseQuery(own.tables, 'ep_10'),
    'the look for what was left held': () => strandedQuery(own.tables),
    'loading what was claimed': () => loadQuery(own.tables, [task]),
    'claiming what a driver gives': () =>
      claimQuery(own.tables, ['dlv_15', 'dlv_7'], { leaseMs: 1, restMs: 1 }),
    'the outbox': () => dueQuery(own.tables, { limit: 50, restMs: 1_000 }),
    'rate limits': () => slotsQuery(own.tables, [{ id: 'ep_1', count: 3 }]),
    'a record': () =>
      recordQuery(
        own.tables,
        [
          {
            task,
            status: 'succeeded',
            delayMs: 0,
            hold: false,
            refund: false,
            error: null,
            attempt: null,
            health: 'ok',
          },
        ],
        1_000,
      ),
  }

  it.each(Object.keys(queries))('%s', async (name) => {
    const query = queries[name]?.()
    if (query === undefined) throw new Error('no such query')
    const found = await reads(query)
    expect(found.length).toBeGreaterThan(0)
    const sequential = found.filter(({ by, table }) => by === 'Seq Scan' && table !== 'endpoints')
    expect(sequential).toEqual([])
    const big = found.filter(({ table }) => table !== 'endpoints')
    expect(Math.max(0, ...big.map(({ rows }) => rows)), JSON.stringify(found)).toBeLessThan(1_100)
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type ConversationRow,
  conversationsByIdQuery,
  conversationsQuery,
  getConversation,
  getConversations,
  type ListConversationsInput,
  listConversations,
} from './list-conversations.ts'
import type { Pool } from './pool.ts'
import { resolveContacts } from './resolve-contacts.ts'
import { createTestSchema, type TestSchema } from './test-database.ts'
import { testDatabaseUrl } from './testing/database-url.ts'
import { upsertConversations } from './upsert-conversations.ts'

type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Parent Relationship'?: string
  Plans?: PlanNode[]
}

/** The nodes that produce the rows; not those of the subquery that looks up each row's contact. */
const mainPlan = async (pool: Pool, query: { text: string; values: unknown[] }): Promise<PlanNode[]> => {
  const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    `explain (analyze, format json) ${query.text}`,
    query.values,
  )
  const flatten = (node: PlanNode): PlanNode[] => [
    node,
    ...(node.Plans ?? []).filter((child) => child['Parent Relationship'] !== 'SubPlan').flatMap(flatten),
  ]
  return (rows[0]?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => flatten(Plan))
}

/** 20,000 conversations of twenty tenants, named by the hash of their number. */
const manyConversations = `insert into conversations (id, tenant_id, account_id, channel, kind, thread_key, last_message_at,
    last_message_id, last_message_preview_at, created_at, updated_at)
  select gen_random_uuid(), md5((n % 20)::text)::uuid, md5((n % 100)::text)::uuid,
    (array['whatsapp', 'telegram', 'line'])[1 + n % 3], 'direct', n::text, now() - n * interval '1 s',
    gen_random_uuid(), now(), now(), now()
  from generate_series(1, 20000) n`

describe('listConversations', () => {
  let db: TestSchema
  const [tenantId, strangerId, accountA, accountB] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]

  const add = (
    tenant: string,
    at: number,
    over: { accountId?: string; channel?: string; contactId?: string } = {},
  ) => {
    const base = {
      kind: 'direct',
      contactId: null,
      inbound: true,
      countsAsUnread: true,
      accountId: accountA,
      channel: 'whatsapp',
      ...over,
    } as const
    const when = { createdAt: new Date(at), receivedAt: new Date(at) }
    const id = randomUUID()
    return {
      ...base,
      ...when,
      conversationId: id,
      tenantId: tenant,
      threadKey: id,
      messageId: randomUUID(),
      preview: `p${at}`,
    }
  }
  beforeAll(async () => {
    db = await createTestSchema(await testDatabaseUrl())
    const mine = Array.from({ length: 40 }, (_, i) =>
      // Four conversations share each millisecond, so that pages are cut within ties.
      add(tenantId, 1_000 + Math.floor(i / 4), {
        accountId: i % 2 === 0 ? accountA : accountB,
        channel: i % 5 === 0 ? 'telegram' : 'whatsapp',
      }),
    )
    await upsertConversations(db.pool, [
      ...mine,
      ...Array.from({ length: 7 }, (_, i) => add(strangerId, 2_000 + i)),
    ])
  })
  afterAll(() => db.drop())

  const page = async (over: Partial<ListConversationsInput> = {}) => {
    const outcome = await listConversations(db.pool, { tenantId, limit: 7, ...over })
    if (!outcome.ok) throw new Error(outcome.reason)
    return outcome.page
  }
  const walk = async (over: Partial<ListConversationsInput> = {}): Promise<ConversationRow[]> => {
    const all: ConversationRow[] = []
    let after: string | undefined
    do {
      const { conversations, next } = await page({ ...over, ...(after === undefined ? {} : { after }) })
      all.push(...conversations)
      after = next ?? undefined
    } while (after !== undefined)
    return all
  }

  it('walks through all of a tenant’s conversations, newest first, each once and no other’s', async () => {
    const all = await walk()
    expect(new Set(all.map(({ id }) => id)).size).toBe(40)
    const sorted = all.toSorted(
      (a, b) => b.lastMessageAt.getTime() - a.lastMessageAt.getTime() || (a.id < b.id ? 1 : -1),
    )
    expect(all).toEqual(sorted)
    expect((await walk({ tenantId: strangerId })).length).toBe(7)
  })

  it('walks back the way it came', async () => {
    const first = await page()
    const second = await page({ after: first.next ?? '' })
    const third = await page({ after: second.next ?? '' })
    expect(first.prev).toBeNull()
    const backToSecond = await page({ before: third.prev ?? '' })
    expect(backToSecond.conversations).toEqual(second.conversations)
    const backToFirst = await page({ before: backToSecond.prev ?? '' })
    expect(backToFirst).toEqual(first)
  })

  it('skips and repeats nothing when a conversation arrives between two pages', async () => {
    const first = await page()
    await upsertConversations(db.pool, [add(tenantId, 5_000)])
    const second = await page({ after: first.next ?? '' })
    const back = await page({ before: second.prev ?? '' })
    expect(back.conversations).toEqual(first.conversations)
    expect((await page({ before: back.prev ?? '' })).conversations).toHaveLength(1)
    await db.pool.query('delete from conversations where tenant_id = $1 and last_message_at = $2', [
      tenantId,
      new Date(5_000),
    ])
  })

  it('filters by channel, account and status, also together', async () => {
    const all = await walk()
    const telegram = await walk({ channel: 'telegram' })
    expect(telegram).toEqual(all.filter(({ channel }) => channel === 'telegram'))
    expect(telegram).toHaveLength(8)
    expect(await walk({ channel: 'telegram', accountId: accountB })).toEqual(
      telegram.filter(({ accountId }) => accountId === accountB),
    )
    expect(await walk({ status: 'resolved' })).toEqual([])
    expect(await walk({ status: 'open', accountId: accountA })).toHaveLength(20)
  })

  it.each([
    '',
    'nonsense',
    'W10',
    Buffer.from('[1,"x"]').toString('base64url'),
    Buffer.from(`[1e99,"${randomUUID()}"]`).toString('base64url'),
  ])('refuses the cursor %j without a query', async (after) => {
    expect(await listConversations(db.pool, { tenantId, limit: 5, after })).toEqual({
      ok: false,
      reason: 'bad_cursor',
    })
  })

  it('shows the contact that is left after merges, with all identities', async () => {
    const see = (at: number, ...identities: { kind: string; value: string }[]) =>
      resolveContacts(db.pool, [
        {
          tenantId: strangerId,
          accountId: accountA,
          channel: 'whatsapp',
          identities,
          seenAt: new Date(at),
          name: `N${at}`,
        },
      ])
    const [wa, bsuid] = [
      { kind: 'wa_id', value: '1' },
      { kind: 'bsuid', value: 'b' },
    ]
    await see(1, bsuid)
    const { contacts } = await see(2, wa)
    const conversation = add(strangerId, 9_000, { contactId: contacts[0]?.contactId ?? '' })
    await upsertConversations(db.pool, [conversation])
    const { merges } = await see(3, wa, bsuid)
    const shown = await getConversation(db.pool, { tenantId: strangerId, id: conversation.conversationId })
    expect(shown?.contact).toEqual({ id: merges[0]?.into, name: 'N3', identities: [bsuid, wa] })
    expect(await getConversation(db.pool, { tenantId, id: conversation.conversationId })).toBeUndefined()
  })

  it('gives conversations by their ids, each of its own tenant, with where its messages have gone', async () => {
    const own = [901, 902, 903].map((at) => add(tenantId, at))
    const other = add(strangerId, 904)
    await upsertConversations(db.pool, [...own, other])
    const ids = own.map(({ conversationId }) => conversationId)
    for (const [from, into] of [
      [ids[0], ids[1]],
      [ids[1], ids[2]],
    ]) {
      await db.pool.query('update conversations set merged_into = $2 where id = $1', [from, into])
    }
    const keys = [...ids, other.conversationId, randomUUID()].map((id) => ({ tenantId, id }))
    const found = new Map((await getConversations(db.pool, keys)).map((row) => [row.id, row.mergedInto]))
    expect(found).toEqual(
      new Map([
        [ids[0], ids[2]],
        [ids[1], ids[2]],
        [ids[2], null],
      ]),
    )
    expect(await getConversations(db.pool, [])).toEqual([])
    await db.pool.query('delete from conversations where id = any($1)', [[...ids, other.conversationId]])
  })

  it('reads from an index of its tenant in order, whatever is asked, and never sorts', async () => {
    await db.pool.query(manyConversations)
    await db.pool.query('analyze conversations')
    const big = (await db.pool.query<{ id: string }>(`select md5('3')::uuid as id`)).rows[0]?.id ?? ''
    const account = (await db.pool.query<{ id: string }>(`select md5('23')::uuid as id`)).rows[0]?.id ?? ''
    const cases = [
      {},
      { channel: 'line' },
      { status: 'open' as const },
      { accountId: account },
      { channel: 'line', status: 'open' as const },
    ]
    for (const filter of cases) {
      for (const backwards of [false, true]) {
        for (const position of [undefined, { at: new Date(Date.now() - 5_000_000), id: randomUUID() }]) {
          const query = conversationsQuery({ tenantId: big, ...filter }, { position, backwards, limit: 51 })
          const nodes = await mainPlan(db.pool, query)
          const reads = nodes.filter((node) => node['Relation Name'] === 'conversations')
          expect(reads).toHaveLength(1)
          expect(reads[0]?.['Index Name']).toMatch(/^conversations_tenant(_status|_channel|_account)?$/)
          expect(reads[0]?.['Index Cond']).toContain('tenant_id = ')
          expect(nodes.map((node) => node['Node Type'])).not.toContain('Sort')
        }
      }
    }
    const { rows } = await db.pool.query<{ id: string }>(
      'select id from conversations where tenant_id = $1 limit 50',
      [big],
    )
    const plan = await mainPlan(
      db.pool,
      conversationsByIdQuery(rows.map(({ id }) => ({ tenantId: big, id }))),
    )
    const reads = plan.filter((node) => node['Relation Name'] === 'conversations')
    expect(reads.map((node) => node['Index Name'])).toEqual(['conversations_pkey'])
  })
})

import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { markConversationRead, mergeConversations, setConversationStatus } from './conversation-actions.ts'
import type { ConversationInput } from './conversations/summarise.ts'
import { createTestSchema, type TestSchema } from './test-database.ts'
import { countingPool } from './testing/count-queries.ts'
import { testDatabaseUrl } from './testing/database-url.ts'
import { openConnections } from './testing/open-connections.ts'
import { upsertConversations } from './upsert-conversations.ts'

const messageId = (n: number): string => `0190a0a0-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

describe('upsertConversations', () => {
  let db: TestSchema
  let conversationId = ''
  const [tenantId, accountId, contactId] = [randomUUID(), randomUUID(), randomUUID()]
  beforeAll(async () => {
    db = await createTestSchema(await testDatabaseUrl(), { max: 12 })
    await openConnections(db.pool)
  })
  afterAll(() => db.drop())
  beforeEach(() => {
    conversationId = randomUUID()
  })

  const message = (n: number, over: Partial<ConversationInput> = {}): ConversationInput => ({
    ...{
      conversationId,
      tenantId,
      accountId,
      channel: 'whatsapp',
      kind: 'direct',
      threadKey: 'wa_id:1',
      contactId,
    },
    ...{
      messageId: messageId(n),
      createdAt: new Date(n * 1_000),
      receivedAt: new Date(n * 1_000 + 500),
      preview: `text ${n}`,
    },
    ...{ inbound: true, countsAsUnread: true },
    ...over,
  })
  const row = async (id = conversationId): Promise<Record<string, unknown>> => {
    const { rows } = await db.pool.query('select * from conversations where id = $1', [id])
    return rows[0]
  }

  it('makes a conversation of its first message', async () => {
    expect(await upsertConversations(db.pool, [message(5)])).toEqual({
      created: [conversationId],
      begunBy: new Map(),
      redirected: [],
    })
    expect(await row()).toMatchObject({
      ...{
        tenant_id: tenantId,
        account_id: accountId,
        contact_id: contactId,
        kind: 'direct',
        status: 'open',
        unread_count: 1,
      },
      ...{ last_message_at: new Date(5_000), last_message_id: messageId(5), last_message_preview: 'text 5' },
    })
    expect((await upsertConversations(db.pool, [message(6)])).created).toEqual([])
  })

  it('remembers which webhook made a conversation, whatever comes later', async () => {
    const [first, later] = [randomUUID(), randomUUID()]
    const made = await upsertConversations(db.pool, [message(5, { auditId: first })])
    expect(made).toMatchObject({ created: [conversationId], begunBy: new Map([[conversationId, first]]) })
    const touched = await upsertConversations(db.pool, [message(4, { auditId: later })])
    expect(touched).toMatchObject({ created: [], begunBy: new Map([[conversationId, first]]) })
  })

  it('never goes back to an older message, and breaks ties by id', async () => {
    await upsertConversations(db.pool, [message(5)])
    await upsertConversations(db.pool, [message(3), message(4, { createdAt: new Date(5_000) })])
    expect(await row()).toMatchObject({
      last_message_id: messageId(5),
      created_at: new Date(3_000),
      unread_count: 3,
    })
    await upsertConversations(db.pool, [message(6, { createdAt: new Date(5_000) })])
    expect(await row()).toMatchObject({ last_message_id: messageId(6) })
  })

  it('shows an edit of the last message, and not an edit of an older one', async () => {
    await upsertConversations(db.pool, [message(4), message(5)])
    await upsertConversations(db.pool, [message(5, { preview: 'edited', previewAt: new Date(9_000) })])
    await upsertConversations(db.pool, [
      message(5),
      message(4, { preview: 'old edited', previewAt: new Date(99_000) }),
    ])
    expect(await row()).toMatchObject({ last_message_preview: 'edited', unread_count: 2 })
  })

  it('counts only what is inbound, wanted, and received after the last reading', async () => {
    await upsertConversations(db.pool, [
      message(1, { inbound: false }),
      message(2, { countsAsUnread: false }),
    ])
    expect(await row()).toMatchObject({ unread_count: 0 })
    expect(await markConversationRead(db.pool, { tenantId, conversationId, readAt: new Date(10_000) })).toBe(
      0,
    )
    await upsertConversations(db.pool, [message(3), message(12)])
    await upsertConversations(db.pool, [message(3), message(12)])
    expect(await row()).toMatchObject({ unread_count: 1 })
  })

  it('marks as read what was received until then, and only forward', async () => {
    await upsertConversations(db.pool, [message(1), message(2), message(3)])
    const read = (at: number) =>
      markConversationRead(db.pool, { tenantId, conversationId, readAt: new Date(at) })
    expect(await read(2_500)).toBe(1)
    expect(await read(100)).toBe(1)
    await upsertConversations(db.pool, [message(1), message(2), message(3)])
    expect(await row()).toMatchObject({ unread_count: 1, read_at: new Date(2_500) })
    expect(
      await markConversationRead(db.pool, {
        tenantId: randomUUID(),
        conversationId,
        readAt: new Date(9_000),
      }),
    ).toBeUndefined()
  })

  it('opens a resolved conversation for a message that came after, and not for a replayed one', async () => {
    await upsertConversations(db.pool, [message(1)])
    expect(
      await setConversationStatus(db.pool, {
        tenantId,
        conversationId,
        status: 'resolved',
        now: new Date(5_000),
      }),
    ).toBe(true)
    await upsertConversations(db.pool, [message(1), message(2)])
    expect(await row()).toMatchObject({ status: 'resolved' })
    await upsertConversations(db.pool, [message(9)])
    expect(await row()).toMatchObject({ status: 'open', resolved_at: null })
    expect(
      await setConversationStatus(db.pool, { tenantId: randomUUID(), conversationId, status: 'resolved' }),
    ).toBe(false)
  })

  it('keeps a group’s newest name', async () => {
    const group = (n: number, name: string) => message(n, { kind: 'group', contactId: null, name })
    await upsertConversations(db.pool, [group(5, 'New')])
    await upsertConversations(db.pool, [group(3, 'Old'), group(9, ' ')])
    expect(await row()).toMatchObject({ name: 'New', contact_id: null, kind: 'group' })
  })

  it('ends the same for every order, grouping and repetition of the same messages', async () => {
    const pool = Array.from({ length: 6 }, (_, i) => message(i + 1, { inbound: (i + 1) % 3 !== 0 }))
    const edit = (n: number, preview: string, at: number, name = '') =>
      message(n, { preview, previewAt: new Date(at), inbound: n % 3 !== 0, name })
    const edits = [edit(6, 'b', 50_000), edit(6, 'a', 50_000), edit(5, 'z', 90_000, 'N')]
    const updates = [...pool, ...edits]
    const batches = fc.tuple(
      fc.shuffledSubarray(updates, { minLength: updates.length }),
      fc.array(fc.nat(updates.length - 1), { maxLength: 5 }),
      fc.integer({ min: 1, max: 5 }),
    )
    const outcome = async (id: string): Promise<unknown> => {
      const { id: _, ...rest } = await row(id)
      return rest
    }
    const reference = randomUUID()
    await upsertConversations(
      db.pool,
      updates.map((update) => ({ ...update, conversationId: reference })),
    )
    const expected = await outcome(reference)
    expect(expected).toMatchObject({ unread_count: 4, last_message_preview: 'b', name: 'N' })
    await fc.assert(
      fc.asyncProperty(batches, async ([shuffled, again, size]) => {
        const id = randomUUID()
        const sequence = [...shuffled, ...again.flatMap((n) => updates[n] ?? [])].map((update) => ({
          ...update,
          conversationId: id,
        }))
        for (let i = 0; i < sequence.length; i += size)
          await upsertConversations(db.pool, sequence.slice(i, i + size))
        expect(await outcome(id)).toEqual(expected)
      }),
      { numRuns: 60 },
    )
  })

  it('counts each message once when ten workers bring the same ones, and never deadlocks', async () => {
    const others = Array.from({ length: 5 }, () => randomUUID())
    const updates = others.flatMap((id) =>
      Array.from({ length: 20 }, (_, i) => message(i + 1, { conversationId: id })),
    )
    await Promise.all(
      Array.from({ length: 10 }, async (_, worker) => {
        const mine = worker % 2 === 0 ? updates : updates.toReversed()
        for (let i = 0; i < mine.length; i += 25) await upsertConversations(db.pool, mine.slice(i, i + 25))
      }),
    )
    const { rows } = await db.pool.query(
      'select unread_count from conversations where id = any($1::uuid[])',
      [others],
    )
    expect(rows).toEqual(others.map(() => ({ unread_count: 20 })))
  })

  it('keeps the count true while somebody reads and messages come in', async () => {
    await upsertConversations(db.pool, [message(1)])
    const reading = Array.from({ length: 10 }, (_, i) =>
      markConversationRead(db.pool, { tenantId, conversationId, readAt: new Date(i * 4_000) }),
    )
    const coming = Array.from({ length: 40 }, (_, i) => upsertConversations(db.pool, [message(i + 1)]))
    await Promise.all([...reading, ...coming])
    const { rows } = await db.pool.query<{ n: number }>(
      'select count(*)::int as n from conversation_unread where conversation_id = $1',
      [conversationId],
    )
    // Received after the last reading at 36 s: messages 36 (36.5 s) to 40.
    expect([(await row()).unread_count, rows[0]?.n]).toEqual([5, 5])
  })

  it('leaves nothing unread that came before the reading, whichever of the two is first', async () => {
    const ids = Array.from({ length: 60 }, () => randomUUID())
    await upsertConversations(
      db.pool,
      ids.map((id) => message(1, { conversationId: id })),
    )
    const readAt = new Date(60_000)
    await Promise.all(
      ids.flatMap((id) => [
        upsertConversations(db.pool, [message(2, { conversationId: id })]),
        markConversationRead(db.pool, { tenantId, conversationId: id, readAt }),
      ]),
    )
    const { rows } = await db.pool.query(
      'select 1 from conversations where id = any($1::uuid[]) and unread_count <> 0',
      [ids],
    )
    expect(rows).toEqual([])
  })

  it('sends as many statements for 500 messages as for one', async () => {
    const counted = await countingPool(db)
    await upsertConversations(counted.pool, [message(1)])
    const forOne = counted.count()
    await upsertConversations(
      counted.pool,
      Array.from({ length: 500 }, (_, i) => message(i + 1, { conversationId: randomUUID() })),
    )
    expect(counted.count()).toBe(forOne)
    await counted.pool.end()
  })

  it('counts the first messages of 30,000 new people of one webhook well within the time a statement has', async () => {
    const count = 30_000
    const inputs = Array.from({ length: count }, (_, n) => message(n + 1, { conversationId: randomUUID() }))
    const { created } = await upsertConversations(db.pool, inputs)
    expect(created).toHaveLength(count)
    const { rows } = await db.pool.query(
      'select count(*)::int as counted from conversations where id = any($1::uuid[]) and unread_count = 1',
      [created],
    )
    expect(rows).toEqual([{ counted: count }])
  }, 60_000)

  it('takes any text as a preview', async () => {
    await upsertConversations(db.pool, [message(1, { preview: 'a\0b\uD83D', threadKey: 'k'.repeat(10_000) })])
    expect(await row()).toMatchObject({ last_message_preview: 'a\uFFFDb\uFFFD' })
  })

  it('merges one conversation into another, and sends there what still comes for the first', async () => {
    const into = randomUUID()
    await upsertConversations(db.pool, [
      message(1),
      message(9),
      message(2, { conversationId: into }),
      message(1, { conversationId: into }),
    ])
    const merge = () => mergeConversations(db.pool, { tenantId, from: conversationId, into, contactId })
    expect([await merge(), await merge()]).toEqual([true, false])
    expect(await row(into)).toMatchObject({
      unread_count: 3,
      last_message_id: messageId(9),
      created_at: new Date(1_000),
      merged_into: null,
    })
    expect(await row()).toMatchObject({ merged_into: into, unread_count: 0 })
    expect(await upsertConversations(db.pool, [message(11)])).toEqual({
      created: [],
      begunBy: new Map(),
      redirected: [{ from: conversationId, into }],
    })
    expect(await row(into)).toMatchObject({ unread_count: 4, last_message_id: messageId(11) })
  })

  it('merges into a conversation that does not exist yet', async () => {
    const into = randomUUID()
    await upsertConversations(db.pool, [message(1)])
    expect(await mergeConversations(db.pool, { tenantId, from: conversationId, into, contactId })).toBe(true)
    expect(await row(into)).toMatchObject({ unread_count: 1, contact_id: contactId, thread_key: 'wa_id:1' })
  })
})

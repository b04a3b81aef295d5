import { randomUUID } from 'node:crypto'
import { silentLogger, waitFor } from '@omnistream/common'
import { explained } from '@omnistream/mongo/testing/explained'
import {
  createPool,
  getContactMerge,
  mergeThreads,
  mergeTwoContacts,
  type Pool,
  redirectedConversations,
  undoContactMerge,
  undoThreadMerge,
} from '@omnistream/postgres'
import { testDatabaseUrl } from '@omnistream/postgres/testing/database-url'
import type { Document } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMergeScene, type MergeScene } from '../testing/merge-scene.ts'
import { migrateThreads } from '../threads/migrate-threads.ts'
import { moveOnce } from './run-mover.ts'

let scene: MergeScene
let held: string

beforeAll(async () => {
  scene = await createMergeScene()
  held = (await scene.say([['wa_id', '1']], 'one', 1)).conversationId
  const write = scene.deps.uuids.write
  const others = Array.from({ length: 2_000 }, (_, n) => ({
    ...{ _id: write(randomUUID()), tenant_id: write(scene.tenantId), account_id: write(scene.accountId) },
    ...{ channel: 'whatsapp', external_id: `plan:${n}`, conversation_id: write(randomUUID()) },
    ...{ created_at: new Date(n), updated_at: new Date(n), rev: 'x' },
    thread: { kind: 'direct' as const, key: `wa_id:${n}` },
  }))
  await scene.store.messages.insertMany(others)
})
afterAll(() => scene?.drop())

describe('the mover reads messages by index', () => {
  const uuids = () => scene.deps.uuids
  const ofHeld = () => ({
    tenant_id: uuids().match(scene.tenantId),
    conversation_id: uuids().match(held),
  })
  const commands: [string, () => Document][] = [
    [
      'whose threads a conversation holds',
      () => ({ distinct: 'messages', key: 'thread.key', query: ofHeld() }),
    ],
    [
      'what is to be moved',
      // An update reads as a find does; the embedded server explains finds alone.
      () => ({ find: 'messages', filter: { ...ofHeld(), 'thread.key': { $in: ['wa_id:1'] } } }),
    ],
    [
      'the newest message',
      () => ({
        find: 'messages',
        filter: { ...ofHeld(), placeholder: { $ne: true } },
        sort: { created_at: -1, _id: -1 },
        limit: 1,
      }),
    ],
    [
      'where messages are by now',
      () => ({
        find: 'messages',
        filter: { _id: uuids().match([randomUUID()]), conversation_id: uuids().match(held) },
      }),
    ],
  ]
  it.each(commands)('%s', async (_, command) => {
    await waitFor(
      async () => {
        const plan = await explained(scene.mongo.db, command())
        return plan.indexes.length > 0 && !plan.stages.includes('COLLSCAN') && plan.docsExamined <= 5
      },
      {
        deadlineMs: 30_000,
        intervalMs: 500,
        describe: 'a plan over an index',
      },
    )
  })
})

it('reads every row of PostgreSQL by an index, whatever is merged, moved, undone or told', async () => {
  const { pool, seen } = await recordingPool()
  const { tenantId, accountId } = scene
  const recorded = { ...scene.deps, pool }
  const [a, b] = [await scene.say([['wa_id', '2']], 'a', 1), await scene.say([['wa_id', '3']], 'b', 2)]
  const pair = { tenantId, from: b.contactId, into: a.contactId, createdBy: 'test' }
  const thread = { tenantId, accountId, channel: 'telegram', from: '-1', to: '-2', at: new Date() }
  const later = { ...recorded, now: () => new Date(Date.now() + 2 * scene.deps.settleMs) }
  try {
    await mergeTwoContacts(pool, pair)
    await migrateThreads(pool, [thread])
    await scene.sayInGroup('-1', 'late', 3)
    await redirectedConversations(pool, [randomUUID()])
    await moveOnce(recorded)
    await moveOnce(later)
    const merge = await getContactMerge(pool, { tenantId, from: b.contactId })
    await undoContactMerge(pool, { tenantId, id: merge?.id ?? '', undoneBy: 'test' })
    const { rows } = await pool.query<{ id: string }>(
      'select id from conversation_merges where id is not null',
    )
    await undoThreadMerge(pool, { tenantId, id: rows[0]?.id ?? '', undoneBy: 'test' })
    await moveOnce(recorded)
    await moveOnce(later)
    await mergeThreads(pool, [])
  } finally {
    await pool.end()
  }
  await expectIndexes([...seen].filter(([text]) => !text.includes('id is not null')))
})

const recordingPool = async (): Promise<{ pool: Pool; seen: Map<string, unknown[]> }> => {
  const seen = new Map<string, unknown[]>()
  const pool = createPool(await testDatabaseUrl(), {
    ...{ schema: scene.schema, applicationName: 'plans', logger: silentLogger(), max: 2 },
  })
  pool.on('connect', (client) => {
    const query = client.query
    client.query = ((...args: unknown[]) => {
      const [asked, values] = args
      const text = typeof asked === 'string' ? asked : (asked as { text: string }).text
      const own = typeof asked === 'string' ? values : ((asked as { values?: unknown }).values ?? values)
      seen.set(text, Array.isArray(own) ? (own as unknown[]) : [])
      return Reflect.apply(query, client, args) as unknown
    }) as typeof query
  })
  return { pool, seen }
}

async function expectIndexes(statements: [string, unknown[]][]): Promise<void> {
  const client = await scene.deps.pool.connect()
  try {
    await client.query('begin')
    // On tables this small a scan is cheaper; what counts is that an index fits.
    await client.query('set local enable_seqscan = off')
    const read = statements.filter(([text]) => /^\s*(select|with|update|delete)/i.test(text))
    expect(read.length).toBeGreaterThan(25)
    for (const [text, values] of read) {
      const { rows } = await client.query({ text: `explain (format json) ${text}`, values })
      expect(JSON.stringify(rows), text).not.toContain('Seq Scan')
    }
  } finally {
    await client.query('rollback')
    client.release()
  }
}

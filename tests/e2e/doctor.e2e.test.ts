import { waitFor } from '@omnistream/common'
import { uuidToBinary } from '@omnistream/mongo'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CliSuite, startCliSuite } from '../support/cli-suite.ts'
import { post, signed, textPayload } from '../support/send.ts'

type Report = { ok: boolean; findings: { check: string; state: string; what: string; fix?: string }[] }

let suite: CliSuite

beforeAll(async () => {
  suite = await startCliSuite()
  // One message, so that there is something to look at.
  const sent = signed(textPayload('wamid.DOC1', 'hello doctor'), suite.tenancy.appSecret)
  await post(`${suite.ingestor.url}/webhooks/whatsapp`, sent)
  const parsed = { 'parse.state': 'done' } as const
  await waitFor(async () => (await suite.tenancy.store.webhookAudit.countDocuments(parsed)) === 1, {
    deadlineMs: 20_000,
    describe: 'the webhook is parsed',
  })
})
afterAll(async () => {
  await suite?.stop()
})

async function examine(env: Record<string, string> = {}): Promise<Report & { code: number | null }> {
  const ran = await suite.omnistreamWith(env, '', 'doctor', '--json')
  return { ...JSON.parse(ran.out), code: ran.code }
}

const problemsOf = (report: Report): Record<string, string> =>
  Object.fromEntries(
    report.findings.filter(({ state }) => state === 'problem').map(({ check, what }) => [check, what]),
  )

describe('omnistream doctor', () => {
  it('finds nothing on a healthy installation', async () => {
    const report = await examine()
    expect(problemsOf(report)).toEqual({})
    expect(report).toMatchObject({ code: 0, ok: true })
    expect(report.findings.map(({ state }) => state)).not.toContain('skipped')
  })

  it('names every trouble of the table, each with a way out, and is content once they are mended', async () => {
    const { store } = suite.tenancy
    // They would mend some of it at once.
    await Promise.all([suite.ingestor.kill('SIGTERM'), suite.engine.kill('SIGTERM')])
    await breakEverything()
    const report = await examine({ WEBHOOK_AUDIT_RETENTION_DAYS: '30' })
    const problems = problemsOf(report)
    expect(problems['text index']).toMatch(/language_override is "language", wanted "text_search_language"/)
    expect(problems['TTL webhook_audit.received_at_1']).toMatch(/deletes after 90 days, the setting says 30/)
    expect(problems['failed payloads']).toMatch(/^1 webhook could not be parsed/)
    expect(problems['payloads without messages']).toMatch(/^1 message of 1 webhook/)
    expect(problems['unpublished rows']).toMatch(/^1 webhook older than/)
    expect(problems['expiring rows']).toMatch(/^2 webhooks that were never fully parsed/)
    expect(problems['UUID subtypes']).toMatch(/more than one BinData subtype/)
    expect(problems['external ids']).toMatch(/^1 message without external_id/)
    expect(report).toMatchObject({ code: 1, ok: false })
    for (const { state, fix } of report.findings)
      expect(fix === undefined).toBe(state !== 'problem' && state !== 'note')

    const people = await suite.omnistream('doctor')
    expect(people.code).toBe(1)
    expect(people.out).toMatch(/✗ text index: .*\n {4}→ restart any service/)

    await store.webhookAudit.deleteMany({ 'parse.state': { $ne: 'done' } })
    await store.messages.deleteMany({ external_id: null as never })
    expect((await suite.omnistream('uuids', 'convert')).out).toContain('messages: 1 documents rewritten')
    await Promise.all([suite.ingestor.restart(), suite.engine.restart()])
    const [row] = await suite.json<{ id: string }[]>('audit', 'search')
    expect((await suite.omnistream('replay', '--audit-id', row?.id ?? '')).code).toBe(0)
    await expect.poll(async () => problemsOf(await examine()), { timeout: 30_000 }).toEqual({})
  })

  it('says which server does not answer and which setting names it', async () => {
    const ran = await suite.omnistreamWith({ NATS_URL: 'nats://127.0.0.1:1' }, '', 'doctor')
    expect(ran.code).toBe(1)
    expect(ran.out).toMatch(/✗ NATS: the server of NATS_URL does not answer/)
    expect(ran.out).toMatch(/✓ MongoDB: answers/)
  })
})

/** One of each: what upgrades, other programs and bad days leave behind. */
async function breakEverything(): Promise<void> {
  const { mongo, store } = suite.tenancy
  await mongo.db.collection('messages').dropIndex('content_text')
  await mongo.db
    .collection('messages')
    .createIndex(
      { 'content.body': 'text', 'content.text': 'text', 'content.caption': 'text' },
      { name: 'content_text' },
    )
  const [row] = await store.webhookAudit.find({}).toArray()
  if (row === undefined) throw new Error('there is no row')
  const old = new Date(Date.now() - 28 * 24 * 60 * 60_000)
  const id = (last: string) => uuidToBinary(`00000000-0000-4000-8000-00000000000${last}`)
  const { published_at: _, ...unpublished } = row
  await store.webhookAudit.insertMany([
    { ...row, _id: id('1'), received_at: old, parse: { state: 'failed', error: 'no parser' } },
    { ...unpublished, _id: id('2'), received_at: old, parse: { state: 'pending' } },
  ])
  await store.messages.deleteMany({})
  const message = { tenant_id: row.tenant_id, account_id: row.account_id, updated_at: old, rev: 'r' }
  await mongo.db.collection('messages').insertMany([
    {
      ...message,
      _id: uuidToBinary('00000000-0000-4000-8000-000000000003', 0) as never,
      external_id: 'whatsapp:1:a',
    },
    { ...message, _id: id('4') as never },
  ])
}

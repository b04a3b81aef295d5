import { uuidv7, waitFor } from '@omnistream/common'
import { binaryToUuid } from '@omnistream/mongo'
import { createReplayRun, getReplayRun, type ReplayRun } from '@omnistream/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readEvents } from '../support/read-events.ts'
import { post, signed, textPayload } from '../support/send.ts'
import { type Suite, startEngineProcess, startSuite } from '../support/suite.ts'

const otherParser = 'tests/support/other-parser-engine.ts'
let suite: Suite
const others: { kill(): Promise<void> }[] = []

beforeAll(async () => {
  suite = await startSuite({
    engineScript: otherParser,
    engineEnv: { PARSER_VERSION: '8', PARSER_FAULT: 'blanks text' },
  })
})
afterAll(async () => {
  await Promise.all(others.map((engine) => engine.kill()))
  await suite?.stop()
})

async function release(
  version: string,
  fault = 'none',
): Promise<Awaited<ReturnType<typeof startEngineProcess>>> {
  const engine = await startEngineProcess(
    suite.tenancy,
    { PARSER_VERSION: version, PARSER_FAULT: fault },
    otherParser,
  )
  others.push(engine)
  return engine
}

async function runToEnd(input: {
  dryRun: boolean
  filter?: Record<string, unknown>
  sideEffects?: boolean
}): Promise<ReplayRun> {
  const { tenancy } = suite
  const { id } = await createReplayRun(tenancy.pool, {
    id: uuidv7(),
    tenantId: tenancy.tenantId,
    filter: input.filter ?? {},
    dryRun: input.dryRun,
    sideEffects: input.sideEffects ?? false,
  })
  return await waitFor(
    async () => {
      const run = await getReplayRun(tenancy.pool, { id })
      return run?.status === 'done' || run?.status === 'failed' ? run : undefined
    },
    { deadlineMs: 30_000, describe: `the end of replay ${id}` },
  )
}

describe('a parser that was broken and is mended', () => {
  it('is told by a dry run and put right by a replay', async () => {
    const { tenancy, ingestor, engine } = suite
    const url = `${ingestor.url}/webhooks/whatsapp`
    const bodies = ['first', 'second', 'third'].map((word, index) =>
      signed(textPayload(`wamid.R${index}`, word), tenancy.appSecret),
    )
    for (const body of bodies) expect((await post(url, body)).status).toBe(200)
    const done = () => tenancy.store.webhookAudit.countDocuments({ 'parse.state': 'done' })
    await waitFor(async () => (await done()) === 3, { deadlineMs: 20_000, describe: () => engine.output() })
    expect((await tenancy.store.messages.find().toArray()).map(({ content }) => content?.body)).toEqual([
      '',
      '',
      '',
    ])
    // A message that the broken release lost altogether.
    await tenancy.store.messages.deleteOne({ external_id: 'whatsapp:700800900100200:wamid.R2' })
    const toldBefore = (await readEvents(tenancy)).length
    await engine.kill('SIGTERM')

    const mended = await release('9')
    const dry = await runToEnd({ dryRun: true, filter: { parser_version_lt: 9 } })
    expect(dry).toMatchObject({ status: 'done', total: 3, published: 3, processed: 3 })
    expect(dry.counts).toMatchObject({ new: 1, changed: 2, unchanged: 0, failing: 0 })
    const report = await tenancy.store.replayResults.find().toArray()
    const changed = report.flatMap(({ items }) => items).filter(({ outcome }) => outcome === 'changed')
    expect(
      changed
        .flatMap(({ diff }) => diff ?? [])
        .toSorted((a, b) => (String(a.after) < String(b.after) ? -1 : 1)),
    ).toEqual([
      { field: 'content.body', before: '', after: 'first' },
      { field: 'content.body', before: '', after: 'second' },
    ])
    // Dry means dry.
    expect(await tenancy.store.messages.countDocuments({})).toBe(2)
    expect(await tenancy.store.messages.countDocuments({ 'content.body': '' })).toBe(2)
    expect(await tenancy.store.webhookAudit.countDocuments({ 'parse.version': 8 })).toBe(3)

    const applied = await runToEnd({ dryRun: false })
    expect(applied.counts).toMatchObject({ new: 1, changed: 2, unchanged: 0, failing: 0 })
    const messages = await tenancy.store.messages.find().sort({ external_id: 1 }).toArray()
    expect(messages.map(({ content }) => content?.body)).toEqual(['first', 'second', 'third'])
    expect(await tenancy.store.webhookAudit.countDocuments({ 'parse.version': 9 })).toBe(3)
    // Nobody is told unless it was asked for.
    expect(await readEvents(tenancy)).toHaveLength(toldBefore)

    const again = await runToEnd({ dryRun: false })
    expect(again.counts).toMatchObject({ new: 0, changed: 0, unchanged: 3 })
    await mended.kill('SIGTERM')
  })

  it('says which payloads the new parser can no longer read', async () => {
    const { tenancy, ingestor } = suite
    const good = await release('9')
    await post(
      `${ingestor.url}/webhooks/whatsapp`,
      signed(textPayload('wamid.P', 'POISON'), tenancy.appSecret),
    )
    const row = await waitFor(
      () => tenancy.store.webhookAudit.findOne({ 'parse.state': 'done' }, { sort: { received_at: -1 } }),
      { deadlineMs: 20_000, describe: () => good.output() },
    )
    await waitFor(() => tenancy.store.messages.findOne({ external_id: /wamid\.P$/ }), {
      deadlineMs: 10_000,
      describe: 'the message',
    })
    await good.kill('SIGTERM')
    const worse = await release('10', 'throws')
    const dry = await runToEnd({ dryRun: true })
    expect(dry.counts).toMatchObject({ failing: 1, changed: 0, unchanged: 3 })
    const failing = await tenancy.store.replayResults.findOne({ 'items.outcome': 'failing' })
    expect(failing?.items).toMatchObject([
      { outcome: 'failing', error: expect.stringContaining('cannot read it') },
    ])
    expect(binaryToUuid(row._id)).toMatch(/^[0-9a-f-]{36}$/)
    await worse.kill('SIGTERM')
  })
})

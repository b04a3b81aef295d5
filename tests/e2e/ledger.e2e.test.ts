import { createHmac, randomBytes } from 'node:crypto'
import { uuidv7, waitFor } from '@omnistream/common'
import { createReplayRun, getReplayRun } from '@omnistream/postgres'
import { Binary } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApiProcess } from '../support/api-process.ts'
import { readEvents } from '../support/read-events.ts'
import { post, type Signed, signed, textPayload } from '../support/send.ts'
import type { ServiceProcess } from '../support/service-process.ts'
import { type Suite, startEngineProcess, startSuite } from '../support/suite.ts'

const sharedSecret = randomBytes(16).toString('hex')
const deadlineMs = 60_000

type Counts = Record<string, number> & { reasons: { reason: string; count: number }[]; balanced: boolean }
type Ledger = { totals: Counts; data: (Counts & { account_id: string | null })[] }

async function ask<Answer>(api: { url: string }, suite: Suite, path: string): Promise<Answer> {
  const response = await fetch(`${api.url}${path}`, {
    headers: { authorization: `Bearer ${suite.tenancy.apiKey}` },
  })
  expect(response.status).toBe(200)
  return (await response.json()) as Answer
}

/** The ledger once it shows `webhooks` stored and none pending. */
const settled = (api: { url: string }, suite: Suite, webhooks: number): Promise<Ledger> =>
  waitFor(
    async () => {
      const ledger = await ask<Ledger>(api, suite, '/v1/ledger')
      return ledger.totals.webhooks === webhooks && ledger.totals.pending === 0 ? ledger : undefined
    },
    { deadlineMs, describe: () => `a ledger of ${webhooks} webhooks\n${suite.engine.output()}` },
  )

function unreadable(secret: string): Signed {
  const body = '{"object":'
  const digest = createHmac('sha256', secret).update(body).digest('hex')
  return { body, headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${digest}` } }
}

/** The usual payload with something done to its one value. */
function changed(
  id: string,
  change: (value: Record<string, unknown>, change: Record<string, unknown>) => void,
) {
  type Shape = { entry: { changes: { value: Record<string, unknown> }[] }[] }
  const payload = textPayload(id, 'hello') as Shape
  const [first] = payload.entry[0]?.changes ?? []
  if (first) change(first.value, first)
  return payload
}

describe('the loss ledger', () => {
  let suite: Suite
  let api: ServiceProcess & { url: string }
  const send = async (webhook: Signed): Promise<void> => {
    expect((await post(`${suite.ingestor.url}/webhooks/whatsapp`, webhook)).status).toBe(200)
  }
  /** Nothing can be read in it: only the address says whose it is. */
  const toOwnNumber = async (webhook: Signed): Promise<void> => {
    const url = `${suite.ingestor.url}/webhooks/whatsapp/${suite.tenancy.account.externalId}`
    expect((await post(url, webhook)).status).toBe(200)
  }
  const own = (payload: unknown): Promise<void> => send(signed(payload, suite.tenancy.appSecret))

  beforeAll(async () => {
    suite = await startSuite({
      ingestorEnv: { WHATSAPP_APP_SECRET: sharedSecret },
      engineEnv: { LEDGER_GRACE: '3s' },
    })
    api = await startApiProcess(suite.tenancy)
  })
  afterAll(async () => {
    await api?.kill()
    await suite?.stop()
  })

  it('says of every update how it ended, and adds up', async () => {
    const { tenancy } = suite
    for (const id of ['wamid.A', 'wamid.B', 'wamid.C']) await own(textPayload(id, 'hello'))
    await waitFor(async () => (await tenancy.store.messages.countDocuments({})) === 3, {
      deadlineMs,
      describe: () => suite.engine.output(),
    })
    await own(textPayload('wamid.A', 'hello'))
    await own(textPayload('wamid.A', 'hello'))
    await own(
      changed('wamid.B', (value) => {
        value.messages = []
        value.contacts = []
        value.statuses = [
          { id: 'wamid.B', status: 'read', timestamp: '1790000100', recipient_id: '15550100042' },
        ]
      }),
    )
    await own(
      changed('wamid.D', (value) =>
        Object.assign((value.messages as object[])[0] ?? {}, { type: 'hologram' }),
      ),
    )
    await own(changed('wamid.E', (_, change) => Object.assign(change, { field: 'novelties' })))
    await own(changed('wamid.F', (value) => Object.assign(value, { messages: [7], contacts: [] })))
    await toOwnNumber(unreadable(tenancy.appSecret))
    const elsewhere = JSON.parse(
      JSON.stringify(textPayload('wamid.G', 'x')).replaceAll('700800900100200', '555'),
    )
    await send(signed(elsewhere, sharedSecret))

    const { totals, data } = await settled(api, suite, 10)
    const { reasons, ...counts } = totals
    expect(counts, JSON.stringify(reasons)).toMatchObject({
      ...{ webhooks: 10, pending: 0, overdue: 0, mismatched: 0, balanced: true },
      ...{ stored: 4, duplicate: 2, merged: 1, ignored: 1, failed: 2, unrouted: 0, received: 10 },
    })
    expect(reasons).toEqual([{ reason: 'unsupported field: novelties', count: 1 }])
    expect(data.every(({ account_id }) => account_id === tenancy.account.id || account_id === null)).toBe(
      true,
    )
  })

  it('shows what nobody understood, with its bytes, and tells it once', async () => {
    type Drift = { id: string; what: string; name: string }
    const { data } = await ask<{ data: Drift[] }>(api, suite, '/v1/drift')
    const seen = data.map(({ what, name }) => [what, name])
    expect(seen).toContainEqual(['field', 'novelties'])
    expect(seen).toContainEqual(['type', 'hologram'])
    expect(seen.some(([what]) => what === 'malformed')).toBe(true)
    const hologram = data.find(({ name }) => name === 'hologram')
    const { fragment } = await ask<{ fragment: string }>(api, suite, `/v1/drift/${hologram?.id}`)
    expect(JSON.parse(fragment)).toMatchObject({ id: 'wamid.D', type: 'hologram' })
    const told = await waitFor(
      async () => {
        const events = (await readEvents(suite.tenancy)).filter(({ type }) => type === 'drift.first_seen')
        return events.length >= data.length ? events : undefined
      },
      { deadlineMs, describe: () => suite.engine.output() },
    )
    expect(told.map(({ data: said }) => said.drift_id).toSorted()).toEqual(
      data.map(({ id }) => id).toSorted(),
    )
  })

  it('alarms once for a webhook that stays pending, and clears once a replay has done it', async () => {
    const { tenancy } = suite
    const row = await tenancy.store.webhookAudit.findOne({ tenant_id: { $exists: true } })
    if (!row) throw new Error('a row')
    const body = Buffer.from(JSON.stringify(textPayload('wamid.STUCK', 'stuck')))
    const id = uuidv7()
    // As after a message that the bus has lost: nobody is going to take it up.
    await tenancy.store.webhookAudit.insertOne({
      ...{ ...row, _id: new Binary(Buffer.from(id.replaceAll('-', ''), 'hex'), 4), body: new Binary(body) },
      ...{ received_at: new Date(), published_at: new Date(), parse: { state: 'pending' } },
    })
    const ofLedger = async () =>
      (await readEvents(tenancy)).filter(({ type }) => type === 'ledger.alarm' || type === 'ledger.cleared')
    await waitFor(async () => (await ofLedger()).length > 0, {
      deadlineMs,
      describe: () => `an alarm\n${suite.engine.output()}`,
    })
    const alarmed = await ask<Ledger>(api, suite, '/v1/ledger')
    expect(alarmed.totals).toMatchObject({ webhooks: 11, pending: 1, overdue: 1, balanced: false })
    // Counted again, and again by the lookout.
    await own(textPayload('wamid.H', 'hello'))
    await waitFor(async () => (await ask<Ledger>(api, suite, '/v1/ledger')).totals.webhooks === 12, {
      deadlineMs,
      describe: 'the next count',
    })
    expect((await ofLedger()).map(({ type }) => type)).toEqual(['ledger.alarm'])
    const metrics = await (await fetch(`${suite.engine.url}/metrics`)).text()
    expect(metrics).toContain('ledger_unbalanced_hours')

    const run = await createReplayRun(tenancy.pool, {
      ...{ tenantId: tenancy.tenantId, filter: { audit_ids: [id] }, dryRun: false, sideEffects: false },
    })
    await waitFor(async () => (await getReplayRun(tenancy.pool, { id: run.id }))?.status === 'done', {
      deadlineMs,
      describe: () => suite.engine.output(),
    })
    await waitFor(async () => (await ofLedger()).length === 2, {
      deadlineMs,
      describe: () => `the alarm is cleared\n${suite.engine.output()}`,
    })
    expect((await ofLedger()).map(({ type, data }) => [type, data.alarm_id])).toEqual(
      ['ledger.alarm', 'ledger.cleared'].map((type) => [type, expect.any(String)]),
    )
    const { data } = await ask<{ data: { cleared_at: string | null }[] }>(api, suite, '/v1/ledger/alarms')
    expect(data.map(({ cleared_at }) => cleared_at !== null)).toEqual([true])
    expect((await settled(api, suite, 12)).totals).toMatchObject({ stored: 6, balanced: true })
  })
})

it('is exact although engines die between marking a webhook and saying so', async () => {
  const suite = await startSuite({
    engineScript: 'tests/support/dying-engine.ts',
    engineEnv: { DIE_AT: 'marked' },
  })
  const api = await startApiProcess(suite.tenancy)
  try {
    const { tenancy, ingestor } = suite
    for (let n = 0; n < 3; n++) {
      await post(
        `${ingestor.url}/webhooks/whatsapp`,
        signed(textPayload(`wamid.${n}`, 'hello'), tenancy.appSecret),
      )
    }
    await waitFor(() => tenancy.store.webhookAudit.findOne({ 'parse.state': 'done' }), {
      deadlineMs,
      describe: () => suite.engine.output(),
    })
    const engine = await startEngineProcess(tenancy)
    const { totals } = await settled(api, suite, 3)
    expect(totals).toMatchObject({ received: 3, stored: 3, balanced: true })
    await engine.kill('SIGTERM')
  } finally {
    await api.kill()
    await suite.stop()
  }
})

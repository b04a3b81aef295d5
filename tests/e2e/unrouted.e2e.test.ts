import { randomBytes } from 'node:crypto'
import { waitFor } from '@omnistream/common'
import { createAccount, createReplayRun, ensureTenant, getReplayRun } from '@omnistream/postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { post, type Signed, signed, textPayload } from '../support/send.ts'
import { type Suite, startSuite } from '../support/suite.ts'

const sharedSecret = randomBytes(16).toString('hex')
let suite: Suite

beforeAll(async () => {
  suite = await startSuite({ ingestorEnv: { WHATSAPP_APP_SECRET: sharedSecret } })
})
afterAll(async () => {
  await suite?.stop()
})

/** The usual payload, for another number. */
function forNumber(numberId: string, id: string, text: string, secret: string): Signed {
  const payload = JSON.stringify(textPayload(id, text)).replaceAll('700800900100200', numberId)
  return signed(JSON.parse(payload), secret)
}

const unrouted = (): Promise<unknown> =>
  waitFor(() => suite.tenancy.store.webhookAudit.findOne({ 'parse.state': 'unrouted' }), {
    deadlineMs: 20_000,
    describe: () => suite.engine.output(),
  })

it('keeps a webhook for a number nobody has configured, and a replay picks it up once somebody has', async () => {
  const { tenancy, ingestor } = suite
  const answer = await post(
    `${ingestor.url}/webhooks/whatsapp`,
    forNumber('555', 'wamid.EARLY', 'too early', sharedSecret),
  )
  expect(answer.status).toBe(200)
  expect(await unrouted()).toMatchObject({
    account_keys: ['555'],
    parse: { counts: { received: 1, unrouted: 1 } },
  })
  await createAccount(tenancy.pool, tenancy.keyRing, {
    tenantId: tenancy.tenantId,
    channel: 'whatsapp',
    externalId: '555',
    name: 'Late',
  })
  await waitFor(
    () =>
      tenancy.store.webhookAudit.findOne({ tenant_id: { $exists: true }, account_keys: { $exists: false } }),
    {
      deadlineMs: 20_000,
      describe: () => `the row has an owner\n${suite.engine.output()}`,
    },
  )
  const { id } = await createReplayRun(tenancy.pool, {
    tenantId: tenancy.tenantId,
    filter: { state: 'unrouted' },
    dryRun: false,
    sideEffects: false,
  })
  await waitFor(async () => (await getReplayRun(tenancy.pool, { id }))?.status === 'done', {
    deadlineMs: 20_000,
    describe: () => suite.engine.output(),
  })
  expect(await tenancy.store.messages.countDocuments({ 'content.body': 'too early' })).toBe(1)
  expect(await tenancy.store.webhookAudit.countDocuments({ 'parse.state': 'unrouted' })).toBe(0)
})

it('lets one account put no words into the inbox of another, whatever it signs', async () => {
  const { tenancy, ingestor } = suite
  const neighbour = await ensureTenant(tenancy.pool, {
    slug: `neighbour-${tenancy.prefix}`,
    name: 'Neighbour',
  })
  const secret = randomBytes(16).toString('hex')
  const made = await createAccount(tenancy.pool, tenancy.keyRing, {
    tenantId: neighbour.id,
    channel: 'whatsapp',
    externalId: '666',
    name: 'Neighbour',
    secrets: { appSecrets: [secret] },
  })
  expect(made.ok).toBe(true)
  const forged = forNumber('700800900100200', 'wamid.FORGED', 'not mine to say', secret)
  // Known to the edge once the neighbour's own callback takes the neighbour's own message.
  await waitFor(
    async () =>
      (await post(`${ingestor.url}/webhooks/whatsapp/666`, forNumber('666', 'wamid.OWN', 'mine', secret)))
        .status === 200,
    { deadlineMs: 20_000, describe: () => suite.ingestor.output() },
  )
  expect((await post(`${ingestor.url}/webhooks/whatsapp`, forged)).status).toBe(401)
  expect((await post(`${ingestor.url}/webhooks/whatsapp/666`, forged)).status).toBe(200)
  expect(await unrouted()).toMatchObject({
    parse: { ignored: [{ reason: 'signed with the secret of another account' }] },
  })
  expect(await tenancy.store.messages.countDocuments({ 'content.body': 'not mine to say' })).toBe(0)
})

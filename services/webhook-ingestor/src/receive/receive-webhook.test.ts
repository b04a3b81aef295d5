import { randomUUID } from 'node:crypto'
import { type Channel, channels, type InboundRequest } from '@omnistream/channels'
import { seededRandom } from '@omnistream/channels/testing/seeded-random'
import { silentLogger } from '@omnistream/common'
import { standardUuids, type WebhookAuditDocument } from '@omnistream/mongo'
import { type AccountRecord, createAccountDirectory } from '@omnistream/postgres'
import { describe, expect, it } from 'vitest'
import { type ReceiveDeps, receiveWebhook } from './receive-webhook.ts'

const now = 1_770_000_000_000
const secret = 'ours'
const logger = silentLogger()

function accountOf({ id: channel }: Channel): AccountRecord {
  return {
    ...{ id: randomUUID(), tenantId: randomUUID(), channel, externalId: '700800900', name: 'Shop' },
    ...{ businessId: null, displayId: null, status: 'active' },
    secrets: { appSecrets: [secret], verifyTokens: [] },
  }
}

/** A signed webhook of the channel to `path`: a sample that speaks of the account, or another body. */
function signed(
  channel: Channel,
  { externalId }: AccountRecord,
  path: string,
  body?: Uint8Array,
): InboundRequest {
  const options = { random: seededRandom(1), account: { externalId }, seq: 1, now }
  const sample = channel.sample(options)
  const url = `https://hooks.example/webhooks/${channel.id}/${path}`
  const headers = { 'content-type': sample.contentType }
  return channel.sign({ method: 'POST', url, headers, body: body ?? sample.body, receivedAt: now }, secret)
}

/** The rows that a webhook to the callback of `account`, called `path` in it, is stored as. */
async function stored(
  channel: Channel,
  account: AccountRecord,
  { path, body, app = [] }: { path: string; body?: Uint8Array; app?: string[] },
): Promise<WebhookAuditDocument[]> {
  const rows: WebhookAuditDocument[] = []
  const directory = createAccountDirectory({
    ...{ load: () => Promise.resolve([account]), refreshMs: 1000, logger },
  })
  await directory.refresh()
  const deps: ReceiveDeps = {
    ...{ directory, app: () => ({ appSecrets: app, verifyTokens: [] }), allowUnsigned: false },
    ...{ maxBodyBytes: 1_000_000, uuids: standardUuids, newId: () => randomUUID(), now: () => now },
    noteRejection: () => undefined,
    store: (row) => {
      rows.push(row)
      return Promise.resolve({ ok: true })
    },
  }
  const request = signed(channel, account, path, body)
  const about = { sourceIp: '192.0.2.1', requestId: 'request', traceparent: 'trace' }
  await receiveWebhook({ channel, accountKey: path, request, ...about }, deps)
  return rows
}

describe.each(Object.values(channels))('a webhook of $id to the callback of an account', (channel) => {
  const account = accountOf(channel)
  const owned = [
    { tenant_id: standardUuids.write(account.tenantId), account_id: standardUuids.write(account.id) },
  ]

  it.each([
    ['our id', account.id],
    ['the provider’s id', account.externalId],
  ])('belongs to the account, called by %s', async (_name, path) => {
    expect(await stored(channel, account, { path })).toMatchObject(owned)
  })

  it('belongs to the account where the app’s secret signed it', async () => {
    expect(await stored(channel, account, { path: account.id, app: [secret] })).toMatchObject(owned)
  })
})

it('takes bytes that nothing can be read in for the account of the callback', async () => {
  const channel = channels.whatsapp as Channel
  const account = accountOf(channel)
  const body = Buffer.from('{"entry":')
  const [row] = await stored(channel, account, { path: account.id, body })
  expect(row?.account_id).toEqual(standardUuids.write(account.id))
})

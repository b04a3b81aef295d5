import { channels } from '@omnistream/channels'
import { createMetrics, silentLogger } from '@omnistream/common'
import { standardUuids, type WebhookAuditDocument } from '@omnistream/mongo'
import type { AccountDirectory } from '@omnistream/postgres'
import { describe, expect, it } from 'vitest'
import { createIngestorApp } from './app.ts'
import { createProxyTrust } from './receive/source-address.ts'

const secret = 'the auth token'
const proxy = '10.0.0.7'

/** The edge without servers: what it would store is kept in a list. */
function edge(over: { publicUrl?: string; trusted?: string[] } = {}) {
  const stored: WebhookAuditDocument[] = []
  const directory = {
    byExternalId: () => undefined,
    byIdOrExternalId: () => undefined,
    byBusinessId: () => [],
    secretsFor: () => ({ appSecrets: [], verifyTokens: [] }),
  } as Partial<AccountDirectory> as AccountDirectory
  const app = createIngestorApp({
    ...{ logger: silentLogger(), metrics: createMetrics({ service: 'webhook-ingestor' }), health: [] },
    ...{ directory, uuids: standardUuids, allowUnsigned: false, maxBodyBytes: 100_000, retryAfterSeconds: 5 },
    app: () => ({ appSecrets: [secret], verifyTokens: [] }),
    proxies: createProxyTrust(over.trusted ?? []),
    publicUrl: over.publicUrl,
    async store(row) {
      stored.push(row)
      return { ok: true }
    },
    noteRejection: () => undefined,
    newId: () => '0190a0a0-0000-7000-8000-00000000000a',
    now: () => 1_790_000_000_000,
  })
  /** A Twilio webhook that was sent to `signedUrl` and reached the edge at `/webhooks/twilio` by way of a proxy. */
  const call = async (signedUrl: string, headers: Record<string, string>, peer = proxy) => {
    const body = new TextEncoder().encode(
      'AccountSid=AC1&MessageSid=SM1&From=%2B15550100042&To=%2B1555&Body=hi',
    )
    const signed = channels.twilio.sign(
      {
        ...{ method: 'POST', url: signedUrl, body, receivedAt: 0 },
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
      secret,
    )
    const all = { host: 'ingestor:8080', ...signed.headers, ...headers }
    const target = signedUrl.slice(signedUrl.indexOf('/', 'https://'.length))
    return await app.request(
      `http://ingestor:8080${target}`,
      { method: 'POST', body, headers: all },
      { incoming: { url: target, headers: all, socket: { remoteAddress: peer } } },
    )
  }
  return { call, stored }
}

const forwarded = {
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'hooks.example:8443',
  'x-forwarded-for': '203.0.113.9',
}

describe('the URL that a provider signed', () => {
  it('is put together again from what a trusted proxy says, with its port and query as they were', async () => {
    const { call, stored } = edge({ trusted: [proxy] })
    const url = "https://hooks.example:8443/webhooks/twilio?a=b%20c&d=%27e'"
    expect((await call(url, forwarded)).status).toBe(200)
    expect(stored[0]).toMatchObject({ url, source_ip: '203.0.113.9' })
  })

  it('is not believed from a peer that is no trusted proxy, nor is the address it names', async () => {
    for (const trusted of [[], ['10.0.0.8']]) {
      const { call, stored } = edge({ trusted })
      expect((await call('https://hooks.example:8443/webhooks/twilio', forwarded)).status).toBe(401)
      expect((await call('http://ingestor:8080/webhooks/twilio', forwarded)).status).toBe(200)
      expect(stored[0]).toMatchObject({ source_ip: proxy })
    }
  })

  it('is what PUBLIC_URL says, whatever the headers say', async () => {
    const { call } = edge({ publicUrl: 'https://hooks.example/', trusted: [proxy] })
    expect((await call('https://hooks.example/webhooks/twilio?x=1', {})).status).toBe(200)
    expect((await call('https://hooks.example/webhooks/twilio?x=1', forwarded)).status).toBe(200)
    expect((await call('https://hooks.example:8443/webhooks/twilio', forwarded)).status).not.toBe(500)
  })

  it('is believed from a range of proxies, and the rightmost stranger of the way is the caller', async () => {
    const { call, stored } = edge({ trusted: ['10.0.0.0/8'] })
    const way = { ...forwarded, 'x-forwarded-for': '1.2.3.4, 203.0.113.9, 10.9.9.9' }
    expect((await call('https://hooks.example:8443/webhooks/twilio', way)).status).toBe(200)
    expect(stored[0]).toMatchObject({ source_ip: '203.0.113.9' })
  })
})

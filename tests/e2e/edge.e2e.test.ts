import { createConnection } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { waitFor } from '@omnistream/common'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { post, signatureOf, signed, textPayload } from '../support/send.ts'
import { type Suite, startSuite } from '../support/suite.ts'

let suite: Suite
let url: string

beforeAll(async () => {
  suite = await startSuite({ ingestorEnv: { MAX_BODY_BYTES: '200000' } })
  url = `${suite.ingestor.url}/webhooks/whatsapp`
})
afterAll(async () => {
  await suite?.stop()
})

const rows = (): Promise<number> => suite.tenancy.store.webhookAudit.countDocuments({})

describe('the handshake', () => {
  const query = (token: string, challenge = 'C0-ffee_1.2'): string =>
    `?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=${encodeURIComponent(challenge)}`

  it('echoes the challenge as plain text without any signature', async () => {
    for (const path of ['', `/${suite.tenancy.account.externalId}`, `/${suite.tenancy.account.id}`]) {
      const answer = await fetch(`${url}${path}${query(suite.tenancy.verifyToken)}`)
      expect([answer.status, await answer.text()]).toEqual([200, 'C0-ffee_1.2'])
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
    }
  })

  it('refuses a wrong token and a challenge that could be markup', async () => {
    expect((await fetch(`${url}${query('guess')}`)).status).toBe(403)
    const markup = await fetch(`${url}${query(suite.tenancy.verifyToken, '<script>')}`)
    expect(markup.status).toBe(400)
    expect(await markup.text()).not.toContain('<')
  })
})

describe('a webhook that is not what it should be', () => {
  const { body } = signed(textPayload('wamid.FORGED', 'forged'), 'x')
  const right = (): string => signatureOf(Buffer.from(body), suite.tenancy.appSecret)
  const cases: [string, () => Record<string, string>][] = [
    ['no signature', () => ({})],
    ['another secret', () => ({ 'x-hub-signature-256': signatureOf(Buffer.from(body), 'guess') })],
    ['only SHA-1', () => ({ 'x-hub-signature': 'sha1=da39a3ee5e6b4b0d3255bfef95601890afd80709' })],
    ['upper-case hex', () => ({ 'x-hub-signature-256': `sha256=${right().slice(7).toUpperCase()}` })],
    ['a short digest', () => ({ 'x-hub-signature-256': right().slice(0, 40) })],
    ['two signatures', () => ({ 'x-hub-signature-256': `${right()}, ${right()}` })],
  ]
  it.each(cases)('is refused with 401 and not stored: %s', async (_, headers) => {
    const before = await rows()
    const answer = await post(url, { body, headers: headers() })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(await rows()).toBe(before)
  })

  it('leaves a short record for forensics without its body', async () => {
    const record = await waitFor(() => suite.tenancy.store.webhookRejections.findOne({}), {
      deadlineMs: 5_000,
      describe: 'a rejection record',
    })
    expect(record).toMatchObject({ channel: 'whatsapp', body_bytes: body.length })
    expect(JSON.stringify(record)).not.toContain('forged')
  })

  it('cannot fill the disk: a flood of forgeries leaves a bounded number of records', async () => {
    for (let round = 0; round < 10; round++) {
      await Promise.all(Array.from({ length: 30 }, () => post(url, { body, headers: {} })))
    }
    // 60 a minute; the test may straddle two minutes.
    expect(await suite.tenancy.store.webhookRejections.countDocuments({})).toBeLessThanOrEqual(130)
  })

  it('is answered 404 for an unknown channel and an unknown account', async () => {
    expect((await post(`${suite.ingestor.url}/webhooks/fax`, { body, headers: {} })).status).toBe(404)
    expect((await post(`${url}/nobody`, { body, headers: { 'x-hub-signature-256': right() } })).status).toBe(
      404,
    )
  })

  it('is answered 413 over the limit, as sent and inflated, and nothing is stored', async () => {
    const before = await rows()
    const large = signed(textPayload('wamid.LARGE', 'x'.repeat(300_000)), suite.tenancy.appSecret)
    expect((await post(url, large)).status).toBe(413)
    const bomb = gzipSync(Buffer.alloc(40_000_000))
    const answer = await fetch(url, {
      method: 'POST',
      body: bomb,
      headers: {
        'content-encoding': 'gzip',
        'x-hub-signature-256': signatureOf(bomb, suite.tenancy.appSecret),
      },
    })
    expect(answer.status).toBe(413)
    expect(await rows()).toBe(before)
  })

  it('is stored when its signature is right, even if no parser can read it', async () => {
    const garbage = 'not json at all \u0000'
    const answer = await post(url, {
      body: garbage,
      headers: { 'x-hub-signature-256': signatureOf(Buffer.from(garbage), suite.tenancy.appSecret) },
    })
    // Nothing in it names the account whose secret signed it, so the shared callback cannot tell who it is from.
    expect(answer.status).toBe(401)
    const addressed = await post(`${url}/${suite.tenancy.account.externalId}`, {
      body: garbage,
      headers: { 'x-hub-signature-256': signatureOf(Buffer.from(garbage), suite.tenancy.appSecret) },
    })
    expect(addressed.status).toBe(200)
    const row = await waitFor(() => suite.tenancy.store.webhookAudit.findOne({ 'parse.state': 'failed' }), {
      deadlineMs: 15_000,
      describe: () => suite.engine.output(),
    })
    expect(Buffer.from(row.body.buffer).toString()).toBe(garbage)
    // It has an owner, so the tenant sees it in its audit and reaches it with a replay.
    expect(row.tenant_id?.toString('hex')).toBe(suite.tenancy.tenantId.replaceAll('-', ''))
    expect(row.parse.error).toBeTruthy()
  })

  it('is taken compressed, whether the provider signs the plain or the compressed bytes', async () => {
    for (const [index, signs] of ['plain', 'compressed'].entries()) {
      const plain = Buffer.from(signed(textPayload(`wamid.GZ${index}`, `gzip ${signs}`), 'x').body)
      const wire = gzipSync(plain)
      const signature = signatureOf(signs === 'plain' ? plain : wire, suite.tenancy.appSecret)
      const answer = await fetch(url, {
        method: 'POST',
        body: wire,
        headers: { 'content-encoding': 'gzip', 'x-hub-signature-256': signature },
      })
      expect(answer.status).toBe(200)
      await waitFor(() => suite.tenancy.store.messages.findOne({ 'content.body': `gzip ${signs}` }), {
        deadlineMs: 15_000,
        describe: () => suite.engine.output(),
      })
    }
  })
})

it('keeps headers whatever they are called', async () => {
  const payload = signed(textPayload('wamid.HEADERS', 'odd headers'), suite.tenancy.appSecret)
  const { hostname, port } = new URL(suite.ingestor.url)
  const socket = createConnection({ host: hostname, port: Number(port) })
  const lines = [
    'POST /webhooks/whatsapp HTTP/1.1',
    'Host: x',
    'Connection: close',
    '$where: 1',
    'a.b: 2',
    'constructor: 3',
  ]
  const own = Object.entries(payload.headers).map(([name, value]) => `${name}: ${value}`)
  socket.write(
    `${[...lines, ...own, `Content-Length: ${Buffer.byteLength(payload.body)}`].join('\r\n')}\r\n\r\n${payload.body}`,
  )
  const answer = await text(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  const row = await suite.tenancy.store.webhookAudit.findOne({ 'headers.constructor': '3' })
  expect(row?.headers).toMatchObject({ $where: '1', 'a.b': '2' })
})

it('makes one message of the same webhook sent fifty times at once, each answered 200', async () => {
  const payload = signed(textPayload('wamid.FIFTY', 'fifty'), suite.tenancy.appSecret)
  const answers = await Promise.all(Array.from({ length: 50 }, () => post(url, payload)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  await waitFor(
    async () => (await suite.tenancy.store.webhookAudit.countDocuments({ 'parse.state': 'pending' })) === 0,
    {
      deadlineMs: 20_000,
      describe: () => suite.engine.output(),
    },
  )
  expect(await suite.tenancy.store.messages.countDocuments({ 'content.body': 'fifty' })).toBe(1)
})

it('makes one conversation of twenty first messages of a new contact at once', async () => {
  const payloads = Array.from({ length: 20 }, (_, index) => {
    const text = JSON.stringify(textPayload(`wamid.BURST${index}`, `burst ${index}`)).replaceAll(
      '15550100042',
      '15550109999',
    )
    return signed(JSON.parse(text), suite.tenancy.appSecret)
  })
  await Promise.all(payloads.map((payload) => post(url, payload)))
  await waitFor(
    async () => (await suite.tenancy.store.messages.countDocuments({ 'content.body': /^burst / })) === 20,
    {
      deadlineMs: 20_000,
      describe: () => suite.engine.output(),
    },
  )
  const ids = await suite.tenancy.store.messages.distinct('conversation_id', { 'content.body': /^burst / })
  expect(ids).toHaveLength(1)
})

it('cuts off a client that sends its headers drop by drop, and serves the others meanwhile', async () => {
  const { hostname, port } = new URL(suite.ingestor.url)
  const socket = createConnection({ host: hostname, port: Number(port) })
  const closed = new Promise<boolean>((resolve) => socket.on('close', () => resolve(true)))
  socket.on('error', () => {})
  socket.write('POST /webhooks/whatsapp HTTP/1.1\r\nHost: x\r\n')
  const drip = setInterval(() => socket.write('X-A: b\r\n'), 500)
  expect((await fetch(`${suite.ingestor.url}/healthz`)).status).toBe(200)
  expect(await closed).toBe(true)
  clearInterval(drip)
})

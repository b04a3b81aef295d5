import { gzipSync } from 'node:zlib'
import { waitFor } from '@omnistream/common/wait-for'
import { afterEach, describe, expect, it } from 'vitest'
import type { DeliveryRequest } from './deliver.ts'
import { signStandardWebhook } from './sign/sign-standard-webhook.ts'
import { verifyStandardWebhook } from './sign/verify-standard-webhook.ts'
import { generateWebhookSecret } from './sign/webhook-secret.ts'
import { testCertificate } from './testing/test-certificate.ts'
import { createTestDelivery } from './testing/test-deliverer.ts'
import { readBody } from './testing/test-receiver.ts'

const test = createTestDelivery()
afterEach(test.clean)

const post = (url: string, rest: Partial<DeliveryRequest> = {}): DeliveryRequest => ({
  ...{ url, method: 'POST', headers: { 'content-type': 'application/json' }, body: Buffer.from('{}') },
  ...rest,
})

describe('what is sent', () => {
  it.each([
    ['odd but legal JSON', Buffer.from('{ "a":1.0,"b":12345678901234567890,\n"c":"\\u00e9","a":2 }')],
    ['no text', Buffer.from([0, 0xff, 0xfe, 0x0d, 0x0a, 0x80])],
    ['a view into a larger buffer', Buffer.from('xx{"a":1}xx').subarray(2, 9)],
    ['nothing', Buffer.alloc(0)],
    ['a megabyte', Buffer.alloc(1_000_000, 'é')],
  ])('arrives byte by byte, of its exact length and under its signature: %s', async (_, body) => {
    const secret = generateWebhookSecret()
    let seen: { headers: Record<string, string | undefined>; body: Buffer } | undefined
    const receiver = await test.receiver(async (request, response) => {
      seen = {
        headers: request.headers as Record<string, string | undefined>,
        body: await readBody(request),
      }
      response.end('ok')
    })
    const at = new Date()
    const headers = { ...signStandardWebhook({ id: 'msg_1', at, body }, [secret]) }
    const outcome = await test.deliverer().deliver(post(`${receiver.url}/in?x=1`, { headers, body }))
    expect(outcome).toMatchObject({ kind: 'delivered', status: 200, responseBody: 'ok' })
    expect(seen?.body.equals(body)).toBe(true)
    expect(seen?.headers['content-length']).toBe(String(body.byteLength))
    expect(seen?.headers['transfer-encoding']).toBeUndefined()
    expect(
      verifyStandardWebhook(seen?.headers ?? {}, seen?.body ?? Buffer.alloc(0), {
        secrets: [secret],
        now: at,
      }),
    ).toEqual({ ok: true })
  })

  it('keeps the headers of the caller but those of the connection', async () => {
    let seen: Record<string, unknown> = {}
    const receiver = await test.receiver((request, response) => {
      seen = request.headers
      response.end()
    })
    const headers = {
      Host: 'internal.test',
      'Transfer-Encoding': 'chunked',
      'X-Own': 'a',
      Expect: '100-continue',
    }
    expect(await test.deliverer().deliver(post(receiver.url, { headers }))).toMatchObject({
      kind: 'delivered',
    })
    expect(seen).toMatchObject({ host: `127.0.0.1:${receiver.port}`, 'x-own': 'a', 'content-length': '2' })
    expect(seen.expect).toBeUndefined()
  })

  it.each([
    [{ headers: { 'x-bad': 'a\r\nx-injected: 1' } }],
    [{ headers: { 'x bad': 'a' } }],
    [{ method: 'BAD METHOD' }],
    [{ method: 'CONNECT' }],
  ])('is not sent at all, and never again, where it is no valid HTTP: %j', async (rest) => {
    const receiver = await test.receiver((_, response) => response.end())
    expect(await test.deliverer().deliver(post(receiver.url, rest))).toMatchObject({
      ...{ kind: 'permanent', code: 'invalid_request', gone: false },
    })
    expect(receiver.opened()).toBe(0)
  })
})

describe('an answer', () => {
  it.each([
    [200, { kind: 'delivered', status: 200 }],
    [204, { kind: 'delivered', status: 204 }],
    [400, { kind: 'retryable', code: 'http_status', error: 'HTTP 400' }],
    [401, { kind: 'retryable', error: 'HTTP 401' }],
    [404, { kind: 'retryable', error: 'HTTP 404' }],
    [410, { kind: 'permanent', code: 'gone', gone: true, status: 410 }],
    [429, { kind: 'retryable', error: 'HTTP 429', retryAfterMs: 7_000 }],
    [500, { kind: 'retryable', error: 'HTTP 500', responseBody: 'sorry' }],
    [503, { kind: 'retryable', status: 503, retryAfterMs: 7_000 }],
  ])('of %i is %j', async (status, expected) => {
    const receiver = await test.receiver((_, response) => {
      response.writeHead(status, { 'retry-after': '7' }).end(status === 204 ? undefined : 'sorry')
    })
    const outcome = await test.deliverer().deliver(post(receiver.url))
    expect(outcome).toMatchObject(expected)
    expect(outcome.durationMs).toBeGreaterThanOrEqual(0)
  })

  it.each([301, 302, 303, 307, 308])('of %i is not followed, and says so', async (status) => {
    const paths: string[] = []
    const receiver = await test.receiver((request, response) => {
      paths.push(request.url ?? '')
      response.writeHead(status, { location: '/elsewhere' }).end()
    })
    expect(await test.deliverer().deliver(post(`${receiver.url}/first`))).toMatchObject({
      ...{ kind: 'retryable', code: 'redirect', status },
      error: `HTTP ${status}: redirects are not followed, give the final URL`,
    })
    expect(paths).toEqual(['/first'])
  })

  it('without end is cut at its limit, and its connection closed', async () => {
    const receiver = await test.receiver((_, response) => {
      const pump = (): void => {
        while (!response.destroyed && response.write('é'.repeat(10_000)));
      }
      response.on('drain', pump)
      pump()
    })
    const outcome = await test.deliverer().deliver(post(receiver.url))
    expect(outcome).toMatchObject({ kind: 'delivered', responseBody: 'é'.repeat(4_096) })
    await waitFor(() => receiver.sockets.size === 0, {
      deadlineMs: 5_000,
      describe: 'the connection to be closed',
    })
  })

  it('that inflates without end is cut at its limit', async () => {
    const packed = gzipSync(Buffer.alloc(20_000_000, 'x'))
    const receiver = await test.receiver((_, response) => {
      response.writeHead(500, { 'content-encoding': 'gzip' }).end(packed)
    })
    const response = { charsMax: 5 }
    const outcome = await test.deliverer().deliver(post(receiver.url, { response }))
    expect(outcome).toMatchObject({ kind: 'retryable', error: 'HTTP 500', responseBody: 'xxxxx' })
  })

  it('whose head is too large, or that is no HTTP, is said to be so', async () => {
    const large = await test.rawReceiver((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nx-large: ${'x'.repeat(100_000)}\r\n\r\n`)
    })
    expect(await test.deliverer().deliver(post(large.url))).toMatchObject({
      ...{ kind: 'retryable', error: 'The head of the answer is too large' },
    })
    const other = await test.rawReceiver((socket) => void socket.end('SSH-2.0-Test\r\n'))
    expect(await test.deliverer().deliver(post(other.url))).toMatchObject({
      ...{ kind: 'retryable', code: 'invalid_answer', error: 'The answer is not valid HTTP' },
    })
  })

  it.each([
    ['before its head', ''],
    ['inside its head', 'HTTP/1.1 200 OK\r\ncontent-'],
    ['inside its body', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc'],
  ])('that breaks off %s is tried again', async (_, text) => {
    const receiver = await test.rawReceiver((socket) => void socket.once('data', () => socket.end(text)))
    expect(await test.deliverer().deliver(post(receiver.url))).toMatchObject({
      ...{ kind: 'retryable', code: 'closed' },
      error: expect.stringMatching(/^The (connection was closed|answer is shorter)/),
    })
  })
})

describe('time', () => {
  it('for connecting is bounded, and the socket is closed', async () => {
    // A TLS handshake that nobody answers: the TCP connection alone is not enough.
    const receiver = await test.rawReceiver((socket) => void socket.resume())
    const url = receiver.url.replace('http:', 'https:')
    const outcome = await test.deliverer().deliver(post(url, { timeouts: { connectMs: 80 } }))
    expect(outcome).toMatchObject({
      ...{ kind: 'retryable', code: 'timeout_connect', error: 'Timed out after 80ms while connecting' },
    })
    await waitFor(() => receiver.sockets.size === 0, {
      deadlineMs: 5_000,
      describe: 'the socket to be closed',
    })
  })

  it('for resolving counts as connecting', async () => {
    const resolve = () => new Promise<never>(() => {})
    const outcome = await test
      .deliverer({ guard: { resolve } })
      .deliver(post('http://slow.test', { timeouts: { connectMs: 80 } }))
    expect(outcome).toMatchObject({ code: 'timeout_connect', error: 'Timed out after 80ms while connecting' })
  })

  it('for the answer is bounded', async () => {
    const receiver = await test.receiver(() => {})
    expect(await test.deliverer().deliver(post(receiver.url, { timeouts: { headersMs: 80 } }))).toMatchObject(
      { code: 'timeout_headers', error: 'Timed out after 80ms while waiting for the answer' },
    )
    await waitFor(() => receiver.sockets.size === 0, {
      deadlineMs: 5_000,
      describe: 'the socket to be closed',
    })
  })

  it('for a silence in the body is bounded', async () => {
    const receiver = await test.receiver((_, response) => void response.write('half'))
    expect(await test.deliverer().deliver(post(receiver.url, { timeouts: { bodyMs: 80 } }))).toMatchObject({
      ...{ kind: 'retryable', code: 'timeout_body', status: 200 },
      error: 'Timed out after 80ms while reading the answer',
    })
  })

  it('of the whole is bounded, however steadily the body drips', async () => {
    const receiver = await test.receiver((_, response) => {
      const drip = setInterval(() => response.write('.'), 10)
      response.on('close', () => clearInterval(drip))
    })
    const timeouts = { bodyMs: 5_000, totalMs: 150 }
    expect(await test.deliverer().deliver(post(receiver.url, { timeouts }))).toMatchObject({
      ...{ kind: 'retryable', code: 'timeout', error: 'Timed out after 150ms' },
    })
  })

  it('ends with the signal of the caller', async () => {
    const stop = new AbortController()
    const receiver = await test.receiver(() => stop.abort())
    expect(await test.deliverer().deliver(post(receiver.url, { signal: stop.signal }))).toMatchObject({
      ...{ kind: 'retryable', code: 'stopped' },
    })
    expect(await test.deliverer().deliver(post(receiver.url, { signal: stop.signal }))).toMatchObject({
      ...{ kind: 'retryable', code: 'stopped' },
    })
  })
})

describe('where nobody answers', () => {
  it('the refusal and the missing name are said', async () => {
    const receiver = await test.receiver(() => {})
    await receiver.close()
    expect(await test.deliverer().deliver(post(receiver.url))).toMatchObject({ error: 'Connection refused' })
    const resolve = () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' }))
    expect(await test.deliverer({ guard: { resolve } }).deliver(post('http://none.test'))).toMatchObject({
      ...{ kind: 'retryable', code: 'name_not_found', error: 'The name does not resolve' },
    })
  })
})

describe('TLS', () => {
  const guard = {
    allow: ['127.0.0.1'],
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  }

  it('takes a receiver whose authority is trusted, under its name', async () => {
    const receiver = await test.tlsReceiver((_, response) => response.end('secret'))
    const deliverer = test.deliverer({ guard, tls: { ca: testCertificate } })
    for (const host of ['receiver.test', 'receiver.test.']) {
      expect(await deliverer.deliver(post(`https://${host}:${receiver.port}/`))).toMatchObject({
        ...{ kind: 'delivered', responseBody: 'secret' },
      })
    }
  })

  it('sends nothing to a receiver that does not prove its name', async () => {
    let requests = 0
    const receiver = await test.tlsReceiver((_, response) => {
      requests += 1
      response.end()
    })
    const trusting = test.deliverer({ guard, tls: { ca: testCertificate } })
    expect(await trusting.deliver(post(`https://other.test:${receiver.port}/`))).toMatchObject({
      ...{ kind: 'retryable', code: 'tls', error: 'TLS: the certificate is for another name' },
    })
    // The Host header of a caller must not choose the name that is checked.
    const headers = { host: 'receiver.test' }
    expect(await trusting.deliver(post(`https://other.test:${receiver.port}/`, { headers }))).toMatchObject({
      code: 'tls',
    })
    expect(
      await test.deliverer({ guard }).deliver(post(`https://receiver.test:${receiver.port}/`)),
    ).toMatchObject({ code: 'tls', error: 'TLS: the certificate is self-signed' })
    expect(requests).toBe(0)
  })

  it('says when the other side speaks no TLS', async () => {
    const receiver = await test.receiver((_, response) => response.end())
    expect(
      await test.deliverer({ guard }).deliver(post(`https://receiver.test:${receiver.port}/`)),
    ).toMatchObject({
      kind: 'retryable',
      code: 'tls',
      error: expect.stringMatching(/^TLS: the handshake failed/),
    })
  })
})

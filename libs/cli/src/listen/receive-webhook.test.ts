import { generateWebhookSecret, signStandardWebhook } from '@omnistream/delivery'
import { describe, expect, it } from 'vitest'
import { formatReceived } from './format-received.ts'
import { type ReceiveOptions, receiveWebhook } from './receive-webhook.ts'

const now = new Date('2026-08-01T12:00:00Z')
const secret = generateWebhookSecret()
const other = generateWebhookSecret()
const text = '{"type":"message.created","n":12345678901234567890}'

const signed = (body: string, { secrets = [secret], at = now } = {}): Request =>
  new Request('http://127.0.0.1/hooks', {
    ...{ method: 'POST', body },
    headers: { ...signStandardWebhook({ id: 'msg_1', at, body: Buffer.from(body) }, secrets) },
  })

const receive = (request: Request, options: Partial<ReceiveOptions> = {}) =>
  receiveWebhook(request, { secrets: [secret], now: () => now, elapsedMs: () => 0, ...options })

describe('a webhook', () => {
  it('is verified by its bytes, and answered with 200', async () => {
    expect(await receive(signed(text))).toEqual({
      ...{ at: now.toISOString(), type: 'message.created', id: 'msg_1', verdict: 'verified', status: 200 },
      ...{ ms: 0, bytes: text.length, body: text },
    })
  })

  it('is verified with either secret while one is rotated, on either side', async () => {
    const verdict = { verdict: 'verified' }
    expect(await receive(signed(text, { secrets: [other, secret] }))).toMatchObject(verdict)
    expect(await receive(signed(text), { secrets: [other, secret] })).toMatchObject(verdict)
  })

  it.each([
    ['another secret', signed(text, { secrets: [other] }), 'wrong signature'],
    ['an old signature', signed(text, { at: new Date(now.getTime() - 600_000) }), 'too old'],
    ['a signature of the future', signed(text, { at: new Date(now.getTime() + 600_000) }), 'too new'],
    ['no headers', new Request('http://x', { method: 'POST', body: text }), 'no webhook headers'],
    [
      'another body',
      new Request('http://x', { method: 'POST', body: `${text} `, headers: signed(text).headers }),
      'wrong signature',
    ],
  ])('with %s is refused with 401, passed on nowhere', async (_, request, verdict) => {
    const forward = () => Promise.reject(new Error('it was passed on'))
    expect(await receive(request, { forward, status: 204 })).toMatchObject({ verdict, status: 401 })
  })

  it('is not checked without a secret, and the line says so', async () => {
    const received = await receive(signed(text), { secrets: [] })
    expect(received).toMatchObject({ verdict: 'unchecked', status: 200 })
  })

  it('is answered with the status that was asked for', async () => {
    expect(await receive(signed(text), { status: 503 })).toMatchObject({ verdict: 'verified', status: 503 })
  })

  it('that is too large or no POST is refused', async () => {
    const large = new Request('http://x', { method: 'POST', body: new Uint8Array(9 * 1_048_576) })
    expect(await receive(large)).toMatchObject({ status: 413, verdict: 'too large' })
    expect(await receive(new Request('http://x'))).toMatchObject({ status: 405, verdict: 'not a POST' })
  })

  it.each(['not JSON', 'null', '[]', '{"type":1}', ''])('whose body is %j has no type', async (body) => {
    expect(await receive(signed(body))).toMatchObject({ type: null, verdict: 'verified' })
  })
})

it('is one line whatever a stranger wrote, without anything that moves the cursor', async () => {
  const body = JSON.stringify({ type: 'a\u001b[2Jb\nc\u2028d\u202ee' })
  const line = formatReceived(await receive(signed(body)))
  expect(line).toBe('12:00:00.000  a?[2Jb?c?d?e  msg_1  verified  200  0 ms')
})

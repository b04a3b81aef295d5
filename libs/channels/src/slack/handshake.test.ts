import { describe, expect, test } from 'vitest'
import type { InboundRequest } from '../core/channel.ts'
import { toBody } from '../testing/to-body.ts'
import { handshake as answer } from './handshake.ts'
import { sign } from './verify.ts'

const secret = 'signing secret'
const challenge = '3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P'

function post(body: unknown, contentType = 'application/json'): InboundRequest {
  return {
    method: 'POST',
    url: 'https://hooks.example/webhooks/slack',
    headers: { 'content-type': contentType },
    body: toBody(body),
    receivedAt: 1_790_000_000_000,
  }
}

const handshake = (request: InboundRequest, secrets: readonly string[] = []) =>
  answer(request, { secrets: () => secrets })
const asked = post({ token: 'x', challenge, type: 'url_verification' })
const form = (text: string) => post(text, 'application/x-www-form-urlencoded')

describe('url_verification', () => {
  test('answers the bare challenge as plain text', () => {
    const expected = { status: 200, contentType: 'text/plain; charset=utf-8', body: challenge }
    expect(handshake(asked)).toEqual(expected)
    expect(handshake(sign(asked, secret), ['another', secret])).toEqual(expected)
  })
  test('where a signing secret is configured, one that none of them signed reflects nothing', () => {
    for (const request of [asked, sign(asked, 'wrong')]) {
      const refused = handshake(request, [secret])
      expect(refused?.status).toBe(401)
      expect(refused?.body).not.toContain(challenge)
    }
    const late = { ...sign(asked, secret), receivedAt: asked.receivedAt + 301_000 }
    expect(handshake(late, [secret])?.status).toBe(401)
  })
  test('an empty secret is none', () => {
    expect(handshake(asked, [''])?.status).toBe(200)
  })
  test.each(['<script>alert(1)</script>', 'a b', 'x'.repeat(257), '', 'é', 7, null, ['a']])(
    'a challenge that could be markup (%j) is refused',
    (value) => {
      const refused = handshake(post({ type: 'url_verification', challenge: value }))
      expect(refused).toMatchObject({ status: 400, body: 'challenge refused' })
    },
  )
})

describe('the probe of a certificate', () => {
  test.each([
    { ...form(''), method: 'GET', url: 'https://hooks.example/webhooks/slack?ssl_check=1&token=x' },
    form('ssl_check=1&token=x'),
  ])('is answered with nothing, whatever is configured', (request) => {
    expect(handshake(request, [secret])).toMatchObject({ status: 200, body: '' })
  })
  test('a command that says the same is a command', () => {
    expect(handshake(form('command=%2Fssl&text=ssl_check=1&ssl_check=1'), [secret])).toBeUndefined()
    expect(handshake(form('payload=%7B%7D&ssl_check=1'), [secret])).toBeUndefined()
    expect(handshake(form('ssl_check=10'), [secret])).toBeUndefined()
  })
})

test('what is no handshake is left to others', () => {
  const talk = { type: 'event_callback', event: { type: 'message', text: 'url_verification' } }
  for (const request of [
    post(talk),
    post('url_verification'),
    post(['url_verification']),
    post({ ...talk, type: 'url_verification', filling: 'x'.repeat(3_000) }),
    { ...asked, method: 'GET' },
    { ...asked, method: 'GET', url: 'http://[' },
  ])
    expect(handshake(request, [secret])).toBeUndefined()
})

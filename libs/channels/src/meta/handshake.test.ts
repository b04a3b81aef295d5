import { describe, expect, test } from 'vitest'
import type { InboundRequest } from '../core/channel.ts'
import { handshake as answer } from './handshake.ts'

const tokens = ['first token', 'verify-me']
const good = { 'hub.mode': 'subscribe', 'hub.verify_token': 'verify-me', 'hub.challenge': '1158201444' }

function get(query: Record<string, string>, method = 'GET'): InboundRequest {
  const url = `https://hooks.example/webhooks/whatsapp?${new URLSearchParams(query)}`
  return { method, url, headers: {}, body: new Uint8Array(), receivedAt: 0 }
}

const handshake = (request: InboundRequest, verifyTokens: readonly string[]) =>
  answer(request, { verifyTokens: () => verifyTokens })

describe('handshake', () => {
  test('answers the bare challenge as plain text, without any signature', () => {
    expect(handshake(get(good), tokens)).toEqual({
      status: 200,
      contentType: 'text/plain; charset=utf-8',
      body: '1158201444',
    })
  })
  test.each(['verify-m', 'verify-me ', 'VERIFY-ME', ''])(
    'a wrong token (%j) is 403 and reflects nothing',
    (token) => {
      const answer = handshake(get({ ...good, 'hub.verify_token': token }), tokens)
      expect(answer?.status).toBe(403)
      expect(answer?.body).not.toContain('1158201444')
    },
  )
  test('no configured token, or an empty one, lets nobody in', () => {
    expect(handshake(get(good), [])?.status).toBe(403)
    expect(handshake(get({ ...good, 'hub.verify_token': '' }), [''])?.status).toBe(403)
  })
  test.each(['<script>alert(1)</script>', 'a b', 'x'.repeat(257), '', 'é'])(
    'a challenge that could be markup (%j) is refused',
    (challenge) => {
      const answer = handshake(get({ ...good, 'hub.challenge': challenge }), tokens)
      expect(answer?.status).toBe(400)
      expect(challenge === '' || !answer?.body.includes(challenge)).toBe(true)
    },
  )
  test.each(['hub.mode', 'hub.verify_token', 'hub.challenge'] as const)('without %s it is 400', (key) => {
    const { [key]: _left, ...rest } = good
    expect(handshake(get(rest), tokens)?.status).toBe(400)
  })
  test('another mode is 400', () => {
    expect(handshake(get({ ...good, 'hub.mode': 'unsubscribe' }), tokens)?.status).toBe(400)
  })
  test('what is no handshake is left to others', () => {
    expect(handshake(get({}), tokens)).toBeUndefined()
    expect(handshake(get({ page: '2' }), tokens)).toBeUndefined()
    expect(handshake(get(good, 'POST'), tokens)).toBeUndefined()
  })
  test('a path alone is a URL too, and nonsense is none', () => {
    const url = `/webhooks/whatsapp?${new URLSearchParams(good)}`
    expect(handshake({ ...get({}), url }, tokens)?.status).toBe(200)
    expect(handshake({ ...get({}), url: 'http://[' }, tokens)).toBeUndefined()
  })
})

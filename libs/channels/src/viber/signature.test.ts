import { expect, test } from 'vitest'
import type { InboundRequest } from '../core/channel.ts'
import { toBody } from '../testing/to-body.ts'
import { sign, verify } from './verify.ts'

const token = '44b935abea139fd6-53fa53b32559c4a6-12dbd3d883b06835'
const request: InboundRequest = {
  method: 'POST',
  url: 'https://hooks.example/webhooks/viber/shop-bot',
  headers: {},
  body: toBody(
    '{"event":"unsubscribed","timestamp":1516678387902,"user_id":"KMMqtlNTDxIm/5bZhdQ5uA==","message_token":5136431130449316903}',
  ),
  receivedAt: 0,
}

test('agrees with the public vector of an independent implementation', () => {
  const signed = sign(request, token)
  const expected = 'd84d8648b402a2737838fea4da41d903d1af1aed92466b1758828ad27e31a9f9'
  expect(signed.headers['x-viber-content-signature']).toBe(expected)
  expect(verify(signed, [token]).status).toBe('VALID')
})

test('signs bytes and no values: a token that lost its digits on the way is another body', () => {
  const rewritten = toBody(JSON.stringify(JSON.parse(new TextDecoder().decode(request.body))))
  expect(verify({ ...sign(request, token), body: rewritten }, [token]).status).toBe('INVALID')
})

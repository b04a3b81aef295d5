import { expect, test } from 'vitest'
import type { InboundRequest } from '../core/channel.ts'
import { toBody } from '../testing/to-body.ts'
import { handshake } from './handshake.ts'

const confirmation = { type: 'confirmation', group_id: 200_000_001 }
const withAccount = 'https://hooks.example/webhooks/vk/200000001'

function post(body: unknown, url = withAccount, method = 'POST'): InboundRequest {
  return { method, url, headers: {}, body: toBody(body), receivedAt: 0 }
}
const answer = (request: InboundRequest, verifyTokens: readonly string[] = ['a1b2c3d4']) =>
  handshake(request, { verifyTokens: () => verifyTokens })

test('answers the bare confirmation string as plain text, without any secret', () => {
  expect(answer(post(confirmation))).toEqual({
    status: 200,
    contentType: 'text/plain; charset=utf-8',
    body: 'a1b2c3d4',
  })
  expect(answer(post({ ...confirmation, secret: 's3cret' }))?.body).toBe('a1b2c3d4')
  expect(answer(post(confirmation, '/webhooks/vk/200000001/?x=1'))?.status).toBe(200)
})

test('only an account in the path says whose string it is', () => {
  for (const url of ['https://hooks.example/webhooks/vk', '/webhooks/vk/', 'http://[']) {
    const refused = answer(post(confirmation, url))
    expect(refused?.status).toBe(400)
    expect(refused?.body).not.toContain('a1b2c3d4')
  }
})

test.each([[[]], [['']], [['<b>markup</b>']]])('the verify tokens %j answer nothing', (tokens) => {
  const refused = answer(post(confirmation), tokens)
  expect(refused?.status).toBe(403)
  expect(refused?.body).not.toContain('markup')
})

test('what is no confirmation is left to others, and its keys are not asked for', () => {
  const others = [
    post({ type: 'message_new', object: { message: { text: '"confirmation"' } } }),
    post({ ...confirmation, padding: 'x'.repeat(2_000) }),
    post('{"type":"confirmation"'),
    post(''),
    post('["confirmation"]'),
    post(confirmation, withAccount, 'GET'),
  ]
  const keys = { verifyTokens: () => expect.fail('asked for the verify tokens') }
  for (const request of others) expect(handshake(request, keys)).toBeUndefined()
})

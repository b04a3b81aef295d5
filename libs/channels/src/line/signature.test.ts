import { expect, test } from 'vitest'
import type { InboundRequest } from '../core/channel.ts'
import { toBody } from '../testing/to-body.ts'
import { sign, verify } from './verify.ts'

const request: InboundRequest = {
  method: 'POST',
  url: 'https://hooks.example/webhooks/line',
  headers: {},
  body: toBody('{"hello":"world"}'),
  receivedAt: 0,
}

test('agrees with the vector of the vendor’s SDKs', () => {
  const signed = sign(request, 'test_secret')
  expect(signed.headers['x-line-signature']).toBe('t7Hn4ZDHqs6e+wdvI5TyQIvzie0DmMUmuXEBqyyE/tM=')
  expect(verify(signed, ['test_secret']).status).toBe('VALID')
})

test('signs bytes and no text: the same JSON escaped another way is another body', () => {
  const signed = sign({ ...request, body: toBody('{"text":"สวัสดี 😀"}') }, 'test_secret')
  expect(verify(signed, ['test_secret']).status).toBe('VALID')
  const escaped = { ...signed, body: toBody('{"text":"สวัสดี \\ud83d\\ude00"}') }
  expect(verify(escaped, ['test_secret']).status).toBe('INVALID')
})

test('the check of the console has no events, and a signature all the same', () => {
  const check = { ...request, body: toBody('{"destination":"Ubot","events":[]}') }
  expect(verify(check, ['test_secret']).status).toBe('NO_SIGNATURE')
  expect(verify(sign(check, 'test_secret'), ['test_secret']).status).toBe('VALID')
})

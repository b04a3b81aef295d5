import { expect, test } from 'vitest'
import { toBody } from '../testing/to-body.ts'
import { signMeta, verifyMeta } from './signature.ts'

const post = (body: Uint8Array, headers: Record<string, string> = {}) => ({
  ...{ method: 'POST', url: 'https://hooks.example/webhooks/whatsapp', receivedAt: 0, headers, body },
})

test('agrees with the published vector of the same scheme (GitHub, "validating webhook deliveries")', () => {
  const body = toBody('Hello, World!')
  const header = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'
  const secret = "It's a Secret to Everybody"
  expect(signMeta(post(body), secret).headers).toEqual({ 'x-hub-signature-256': header })
  expect(verifyMeta(post(body, { 'x-hub-signature-256': header }), [secret]).status).toBe('VALID')
})

test('the bytes are signed, not the meaning: escapes and spaces count (whatsapp-api-js#290)', () => {
  const wire = toBody('{"text":"na\\u00efve \\ud83d\\ude00 a\\/b", "n":1.0}')
  const reserialised = toBody(JSON.parse(new TextDecoder().decode(wire)))
  const signed = signMeta(post(wire), 'secret')
  expect(verifyMeta(signed, ['secret']).status).toBe('VALID')
  expect(verifyMeta({ ...signed, body: reserialised }, ['secret']).status).toBe('INVALID')
})

test('says that only the legacy header came', () => {
  const headers = { 'x-hub-signature': 'sha1=da39a3ee5e6b4b0d3255bfef95601890afd80709' }
  const verdict = verifyMeta(post(toBody('{}'), headers), ['secret'])
  expect(verdict).toMatchObject({ status: 'NO_SIGNATURE', detail: expect.stringContaining('legacy') })
})

test('an empty body can be signed like any other', () => {
  expect(verifyMeta(signMeta(post(new Uint8Array()), 'secret'), ['secret']).status).toBe('VALID')
})

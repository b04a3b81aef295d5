import { expect, test } from 'vitest'
import { toBody } from '../testing/to-body.ts'
import { signWhatsApp } from './sign.ts'
import { verify } from './verify.ts'

const post = { method: 'POST', url: 'https://hooks.example/webhooks/whatsapp' }

test('agrees with the published vector of the same scheme (GitHub, "validating webhook deliveries")', () => {
  const body = toBody('Hello, World!')
  const header = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'
  const secret = "It's a Secret to Everybody"
  expect(signWhatsApp(body, secret)).toBe(header)
  expect(verify({ ...post, headers: { 'x-hub-signature-256': header }, body }, [secret]).status).toBe('VALID')
})

test('the bytes are signed, not the meaning: escapes and spaces count (whatsapp-api-js#290)', () => {
  const wire = toBody('{"text":"na\\u00efve \\ud83d\\ude00 a\\/b", "n":1.0}')
  const reserialised = toBody(JSON.parse(new TextDecoder().decode(wire)))
  const headers = { 'x-hub-signature-256': signWhatsApp(wire, 'secret') }
  expect(verify({ ...post, headers, body: wire }, ['secret']).status).toBe('VALID')
  expect(verify({ ...post, headers, body: reserialised }, ['secret']).status).toBe('INVALID')
})

test('says that only the legacy header came', () => {
  const headers = { 'x-hub-signature': 'sha1=da39a3ee5e6b4b0d3255bfef95601890afd80709' }
  const verdict = verify({ ...post, headers, body: toBody('{}') }, ['secret'])
  expect(verdict).toMatchObject({ status: 'NO_SIGNATURE', detail: expect.stringContaining('legacy') })
})

test('an empty body can be signed like any other', () => {
  const body = new Uint8Array()
  const headers = { 'x-hub-signature-256': signWhatsApp(body, 'secret') }
  expect(verify({ ...post, headers, body }, ['secret']).status).toBe('VALID')
})

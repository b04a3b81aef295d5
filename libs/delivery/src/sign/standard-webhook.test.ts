import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { signStandardWebhook } from './sign-standard-webhook.ts'
import { verifyStandardWebhook } from './verify-standard-webhook.ts'
import { generateWebhookSecret } from './webhook-secret.ts'

const secret = generateWebhookSecret()
const other = generateWebhookSecret()
const now = new Date()
const sign = (body: Uint8Array, secrets: string[] = [secret]) =>
  signStandardWebhook({ id: 'msg_1', at: now, body }, secrets)

describe('a signature', () => {
  // lessons #26: odd but legal bodies that come out otherwise when they are parsed and written again.
  it.each([
    ['{"a":1.0,"b":12345678901234567890,"c":"\\u00e9\\/"}'],
    ['{ "b" : 1 ,\n "a" : 2 }'],
    ['[]'],
    ['"text"'],
    ['{"a":1,"a":2}'],
  ])('is accepted by the public library for the body %s', (text) => {
    expect(() => new Webhook(secret).verify(text, { ...sign(Buffer.from(text)) })).not.toThrow()
  })

  it('is the one that the public library makes, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const expected = new Webhook(secret).sign('msg_1', now, text)
        expect(sign(Buffer.from(text))['webhook-signature']).toBe(expected)
      }),
    )
  })

  it('covers bytes that are no text', () => {
    const body = Buffer.from([0, 0xff, 0xfe, 0x80])
    expect(verifyStandardWebhook({ ...sign(body) }, body, { secrets: [secret], now })).toEqual({ ok: true })
    const changed = Buffer.from([0, 0xff, 0xfe, 0x81])
    expect(verifyStandardWebhook({ ...sign(body) }, changed, { secrets: [secret], now }).ok).toBe(false)
  })

  it('is made with each secret, so that receivers of the old and of the new one accept it', () => {
    const headers = { ...sign(Buffer.from('{}'), [secret, other]) }
    for (const one of [secret, other]) expect(() => new Webhook(one).verify('{}', headers)).not.toThrow()
    expect(() => new Webhook(generateWebhookSecret()).verify('{}', headers)).toThrow()
  })

  it.each(['', 'a.b', 'a b', 'ä', 'a\n'])('is refused for the id %j', (id) => {
    const webhook = { id, at: now, body: Buffer.from('') }
    expect(() => signStandardWebhook(webhook, [secret])).toThrow(
      expect.objectContaining({ code: 'INVALID_WEBHOOK_ID' }),
    )
  })

  it.each(['', 'whsec_', 'whsec_***', 'whsec_abcd*fgh', 'whsec_abc d'])(
    'is refused with the secret %j, which the error does not show',
    (bad) => {
      expect(() => sign(Buffer.from(''), [bad])).toThrow(
        expect.objectContaining({
          code: 'INVALID_WEBHOOK_SECRET',
          message: 'a webhook secret is not whsec_ followed by base64',
        }),
      )
    },
  )

  it('is refused without a secret', () => {
    expect(() => sign(Buffer.from(''), [])).toThrow(
      expect.objectContaining({ code: 'INVALID_WEBHOOK_SECRET' }),
    )
  })
})

describe('the check', () => {
  const body = Buffer.from('{"a":1}')
  const good: Record<string, string | undefined> = { ...sign(body) }
  const verdict = (headers: Record<string, string | undefined>, at = now) =>
    verifyStandardWebhook(headers, body, { secrets: [other, secret], now: at })

  it('takes what the public library signed', () => {
    const text = body.toString()
    const headers = { ...good, 'webhook-signature': new Webhook(secret).sign('msg_1', now, text) }
    expect(verdict(headers)).toEqual({ ok: true })
  })

  it('takes any of several signatures and skips unknown schemes', () => {
    const signatures = `v1a,AAAA v2 v1,AAAA v1, ${good['webhook-signature']}`
    expect(verdict({ ...good, 'webhook-signature': signatures })).toEqual({ ok: true })
  })

  it.each([
    [{ 'webhook-id': undefined }, 'no_headers'],
    [{ 'webhook-timestamp': '' }, 'no_headers'],
    [{ 'webhook-signature': undefined }, 'no_headers'],
    [{ 'webhook-timestamp': '1e9' }, 'timestamp'],
    [{ 'webhook-timestamp': '-1' }, 'timestamp'],
    [{ 'webhook-id': 'msg_2' }, 'no_match'],
    [{ 'webhook-signature': 'v1,' }, 'no_match'],
    [{ 'webhook-signature': 'v1,AAAA' }, 'no_match'],
    [{ 'webhook-signature': good['webhook-signature']?.replace('v1,', 'v2,') }, 'no_match'],
  ])('refuses with %j as %s', (change, reason) => {
    expect(verdict({ ...good, ...change })).toEqual({ ok: false, reason })
  })

  it('refuses what is more than five minutes old or ahead', () => {
    const later = (seconds: number): Date => new Date(now.getTime() + seconds * 1_000)
    expect(verdict(good, later(290))).toEqual({ ok: true })
    expect(verdict(good, later(302))).toEqual({ ok: false, reason: 'too_old' })
    expect(verdict(good, later(-302))).toEqual({ ok: false, reason: 'too_new' })
  })
})

it('a new secret has the form of the standard, 32 bytes, and is never the same', () => {
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(secret).not.toBe(other)
  expect(generateWebhookSecret((size) => new Uint8Array(size))).toBe(`whsec_${'A'.repeat(43)}=`)
})

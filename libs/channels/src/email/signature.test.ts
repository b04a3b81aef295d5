import { createPrivateKey, createPublicKey } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { InboundRequest } from '../core/channel.ts'
import { toBody } from '../testing/to-body.ts'
import { emailCases } from './cases.ts'
import { sign } from './sign.ts'
import { verify } from './verify.ts'

const url = 'https://hooks.example/webhooks/email/support@shop.example'
const post = (change: Partial<InboundRequest> = {}): InboundRequest => ({
  ...{ method: 'POST', url, headers: {}, body: toBody('a mail'), receivedAt: 1_790_000_000_000 },
  ...change,
})
const status = (request: InboundRequest, secrets: readonly string[]) => verify(request, secrets).status

const privateKey = emailCases.signature.secret?.(7) ?? ''
const publicKey = createPublicKey(
  createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' }),
)
const publicText = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const signed = sign(post(), privateKey)

describe("SendGrid's signature", () => {
  test('agrees with the vector of the public SDKs (sendgrid-nodejs, eventwebhook)', () => {
    const body = toBody(
      '[{"email":"hello@world.com","event":"dropped","reason":"Bounced Address",' +
        '"sg_event_id":"ZHJvcC0xMDk5NDkxOS1MUnpYbF9OSFN0T0doUTRrb2ZTbV9BLTA",' +
        '"sg_message_id":"LRzXl_NHStOGhQ4kofSm_A.filterdrecv-p3mdw1-756b745b58-kmzbl-18-5F5FC76C-9.0",' +
        '"smtp-id":"<LRzXl_NHStOGhQ4kofSm_A@ismtpd0039p1iad1.sendgrid.net>","timestamp":1600112492}]\r\n',
    )
    const headers = {
      'x-twilio-email-event-webhook-signature':
        'MEUCIGHQVtGj+Y3LkG9fLcxf3qfI10QysgDWmMOVmxG0u6ZUAiEAyBiXDWzM+uOe5W0JuG+luQAbPIqHh89M15TluLtEZtM=',
      'x-twilio-email-event-webhook-timestamp': '1600112502',
    }
    const key =
      'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE83T4O/n84iotIvIW4mdBgQ/7dAfSmpqIM8kF9mN1flpVKS3GRqe62gw+2fNNRaINXvVpiglSI8eNEc6wEA3F+g=='
    expect(verify(post({ body, headers }), [key])).toEqual({ status: 'VALID', detail: null, secretIndex: 0 })
    expect(status(post({ body: body.subarray(0, -2), headers }), [key])).toBe('INVALID')
  })
  test('the public key alone checks what the private one signed; PEM is read too', () => {
    expect(status(signed, [publicText])).toBe('VALID')
    expect(status(signed, [publicKey.export({ type: 'spki', format: 'pem' }).toString()])).toBe('VALID')
    expect(status(signed, [emailCases.signature.secret?.(8) ?? ''])).toBe('INVALID')
  })
  test('the timestamp is signed, and may be days old: a retry is no forgery', () => {
    const headers = { ...signed.headers, 'x-twilio-email-event-webhook-timestamp': '1789999999' }
    expect(status({ ...signed, headers }, [publicText])).toBe('INVALID')
    expect(status({ ...signed, receivedAt: signed.receivedAt + 3 * 86_400_000 }, [publicText])).toBe('VALID')
    const { 'x-twilio-email-event-webhook-timestamp': _time, ...without } = signed.headers
    expect(verify({ ...signed, headers: without }, [publicText])).toMatchObject({
      status: 'INVALID',
      detail: expect.stringContaining('Timestamp'),
    })
  })
  test('a wrong signature is not saved by a right token', () => {
    const request = { ...signed, url: `${url}?token=t0ken`, body: toBody('another mail') }
    expect(status(request, [publicText, 't0ken'])).toBe('INVALID')
  })
  test('a public key cannot sign, and a broken one proves nothing', () => {
    expect(sign(post(), publicText)).toEqual(post())
    expect(status(signed, [publicText.slice(0, 60)])).toBe('NO_SECRET')
  })
})

describe('token and basic credentials', () => {
  test('a token is shown in the query', () => {
    const shown = sign(post(), 'a token & more')
    expect(shown.url).toBe(`${url}?token=a%20token%20%26%20more`)
    expect(verify(shown, ['older', 'a token & more'])).toMatchObject({ status: 'VALID', secretIndex: 1 })
    for (const wrong of ['?token=a%20token', '?token=A%20TOKEN%20%26%20MORE', '?tokens=x&token=y'])
      expect(status(post({ url: url + wrong }), ['a token & more'])).toBe('INVALID')
    for (const none of ['', '?token=', '?tokens=x']) {
      expect(status(post({ url: url + none }), ['a token & more'])).toBe('NO_SIGNATURE')
    }
  })
  test('user and password are shown in the Authorization header', () => {
    const shown = sign(post(), 'basic:sendgrid:pass:word')
    expect(shown.headers).toEqual({ authorization: `Basic ${btoa('sendgrid:pass:word')}` })
    expect(status(shown, ['basic:sendgrid:pass:word'])).toBe('VALID')
    expect(status(shown, ['basic:sendgrid:pass'])).toBe('INVALID')
    expect(status(post({ headers: { authorization: 'Bearer x' } }), ['basic:a:b'])).toBe('NO_SIGNATURE')
  })
  test('what is shown one way opens nothing that is asked for another way', () => {
    expect(status(post({ url: `${url}?token=sendgrid:pw` }), ['basic:sendgrid:pw'])).toBe('INVALID')
    expect(
      status(post({ url: `${url}?token=${encodeURIComponent('basic:sendgrid:pw')}` }), ['basic:sendgrid:pw']),
    ).toBe('INVALID')
    expect(status(post({ headers: { authorization: `Basic ${btoa('t0ken')}` } }), ['t0ken'])).toBe('INVALID')
    expect(status(post({ url: `${url}?token=${encodeURIComponent(publicText)}` }), [publicText])).toBe(
      'INVALID',
    )
  })
  test('says what is missing', () => {
    expect(verify(post(), [publicText]).detail).toContain('security policy')
    expect(verify(post(), ['basic:a:b']).detail).toContain('user:password@')
    expect(verify(post(), ['t0ken']).detail).toContain('?token=')
  })
})

import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { InboundRequest } from '../core/channel.ts'
import { toBody } from '../testing/to-body.ts'
import { sign } from './sign.ts'
import { verify } from './verify.ts'

const form = 'application/x-www-form-urlencoded'
const token = '12345'
const url = 'https://mycompany.com/myapp.php?foo=1&bar=2'
const call =
  'Digits=1234&CallSid=CA1234567890ABCDE&To=%2B18005551212&From=%2B14158675309&Caller=%2B14158675309'

function post(body: string, change: Partial<InboundRequest> = {}): InboundRequest {
  return {
    method: 'POST',
    url,
    headers: { 'content-type': form },
    body: toBody(body),
    receivedAt: 0,
    ...change,
  }
}

function withHeaders(request: InboundRequest, headers: Record<string, string>): InboundRequest {
  return { ...request, headers: { ...request.headers, ...headers } }
}

/** As Twilio would sign this text, whatever the code under test makes of it. */
function signedAs(request: InboundRequest, text: string, hash = 'sha1', key = token): InboundRequest {
  const signature = createHmac(hash, key).update(text).digest('base64')
  return withHeaders(request, { 'x-twilio-signature': signature })
}

const status = (request: InboundRequest, secrets: readonly string[] = [token]) =>
  verify(request, secrets).status

describe('forms', () => {
  test('agrees with the vector that Twilio publishes', () => {
    const expected = 'RSOYDt4T1cUTdK1PDd93/VVr8B8='
    expect(sign(post(call), token).headers['x-twilio-signature']).toBe(expected)
    expect(status(withHeaders(post(call), { 'x-twilio-signature': expected }))).toBe('VALID')
  })
  test('the order of parameters on the wire is of no matter; an empty one counts', () => {
    const text = `${url}A1B2C`
    expect(status(signedAs(post('C=&B=2&A=1'), text))).toBe('VALID')
    expect(status(signedAs(post('B=2&A=1'), text))).toBe('INVALID')
  })
  test('values are signed as they are, with spaces at both ends', () => {
    expect(status(signedAs(post('Body=+two++words%0D%0A'), `${url}Body two  words\r\n`))).toBe('VALID')
  })
  test('of a repeated parameter each value counts once, sorted', () => {
    expect(status(signedAs(post('Tag=b&Tag=a&Tag=b&Z=1'), `${url}TagaTagbZ1`))).toBe('VALID')
  })
  test('a parameter nobody has heard of is signed like any other', () => {
    const signed = sign(post(`${call}&HologramUrl0=x`), token)
    expect(status(signed)).toBe('VALID')
    expect(status({ ...signed, body: toBody(call) })).toBe('INVALID')
  })
  test('any script, emoji and percent signs', () => {
    expect(status(signedAs(post('Body=%E4%BD%A0%F0%9F%98%80+100%25'), `${url}Body你😀 100%`))).toBe('VALID')
  })
})

describe('the URL', () => {
  const at = (called: string, signed: string) => status(signedAs(post('A=1', { url: called }), `${signed}A1`))

  test.each([
    ['https://x.example/a', 'https://x.example:443/a'],
    ['https://x.example:443/a', 'https://x.example/a'],
    ['http://x.example/a', 'http://x.example:80/a'],
    ['https://x.example:8443/a?b=1', 'https://x.example/a?b=1'],
    ['https://x.example:8443/a', 'https://x.example:8443/a'],
    ['https://x.example', 'https://x.example:443'],
    ['https://x.example/a?n=O%27Neil', "https://x.example/a?n=O'Neil"],
    ["https://x.example/a?n=O'Neil", 'https://x.example/a?n=O%27Neil'],
    ['https://x.example/a?m=a@b.example&t=1:2', 'https://x.example/a?m=a%40b.example&t=1%3A2'],
    ['https://x.example/a?m=a+b', 'https://x.example/a?m=a%20b'],
    ['https://x.example/a#rc=3', 'https://x.example/a'],
  ])('called as %s, signed as %s', (called, signed) => {
    expect(at(called, signed)).toBe('VALID')
  })
  test.each([
    ['https://x.example/a', 'http://x.example/a'],
    ['https://x.example/a', 'https://y.example/a'],
    ['https://x.example/a', 'https://x.example/b'],
    ['https://x.example/a?b=1&c=2', 'https://x.example/a?c=2&b=1'],
    ['https://x.example/a?b=1', 'https://x.example/a'],
    ['https://x.example:443/a', 'https://x.example:8443/a'],
  ])('called as %s, signed as %s, is refused', (called, signed) => {
    expect(at(called, signed)).toBe('INVALID')
  })
})

describe('JSON and GET', () => {
  const json = post('{"a": 1.0}', { headers: { 'content-type': 'application/json' } })

  test('a JSON body is signed by its hash in the URL', () => {
    const signed = sign(json, token)
    expect(signed.url).toMatch(/&bodySHA256=[0-9a-f]{64}$/)
    expect(status(signed)).toBe('VALID')
    expect(status({ ...signed, body: toBody('{"a": 1}') })).toBe('INVALID')
  })
  test('the signature of a URL without a body hash passes no JSON body', () => {
    expect(verify(signedAs(json, url), [token])).toMatchObject({
      status: 'INVALID',
      detail: expect.stringContaining('bodySHA256'),
    })
  })
  test('a form is no JSON, whatever the URL says of a hash', () => {
    const signed = sign(json, token)
    const asForm = { ...signed, headers: { ...signed.headers, 'content-type': form }, body: toBody('Body=x') }
    expect(status(asForm)).toBe('INVALID')
  })
  test('a GET is signed by its URL alone', () => {
    const get = { ...post('', { headers: {} }), method: 'GET' }
    expect(status(signedAs(get, url))).toBe('VALID')
    expect(status(signedAs(get, `${url}x`))).toBe('INVALID')
    expect(status({ ...signedAs(get, url), body: toBody('Body=x') })).toBe('INVALID')
  })
})

describe('shared keys', () => {
  const secret = 'key:WK01:shared secret:with a colon'
  const settings = { 'x-twilio-webhooks-signature-settings': 'key=WK01,algorithm=HMAC_SHA256' }
  const text = `${url}A1`

  test('a request that says so is held against the configured key of that name', () => {
    const signed = signedAs(withHeaders(post('A=1'), settings), text, 'sha256', 'shared secret:with a colon')
    expect(verify(signed, [token, secret])).toMatchObject({ status: 'VALID', secretIndex: 1 })
    expect(sign(post('A=1'), secret)).toEqual(signed)
  })
  test('the header alone opens nothing: neither the auth token nor another key stands in', () => {
    const byToken = signedAs(withHeaders(post('A=1'), settings), text, 'sha256', token)
    expect(verify(byToken, [token])).toMatchObject({
      status: 'INVALID',
      detail: expect.stringContaining('key:<key id>:<secret>'),
    })
    const byOther = signedAs(withHeaders(post('A=1'), settings), text, 'sha256', 'other')
    expect(status(byOther, [token, 'key:WK02:other'])).toBe('INVALID')
    expect(status(signedAs(withHeaders(post('A=1'), settings), text), [token, secret])).toBe('INVALID')
  })
  test('without the header a shared key opens nothing either', () => {
    expect(status(signedAs(post('A=1'), text, 'sha256', 'shared secret:with a colon'), [secret])).toBe(
      'INVALID',
    )
    expect(status(signedAs(post('A=1'), text, 'sha1', secret), [secret])).toBe('INVALID')
  })
  test.each([
    'key=WK01',
    'key=WK01,algorithm=HMAC_MD5',
    'algorithm=HMAC_SHA256',
    'x',
    'key=,algorithm=HMAC_SHA256',
  ])('settings that cannot be read (%s) are refused', (value) => {
    const request = withHeaders(post('A=1'), { 'x-twilio-webhooks-signature-settings': value })
    expect(status(signedAs(request, text), [token, secret])).toBe('INVALID')
  })
})

test('a forged form of megabytes is refused at once, though signed by a right key', () => {
  const request = sign(post('a=1&'.repeat(900_000)), token)
  const begin = performance.now()
  expect(verify(request, [token, 'another'])).toMatchObject({
    status: 'INVALID',
    detail: 'the form has too many parameters',
  })
  expect(performance.now() - begin).toBeLessThan(500)
})

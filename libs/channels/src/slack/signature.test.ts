import { describe, expect, test } from 'vitest'
import type { InboundRequest } from '../core/channel.ts'
import { toBody } from '../testing/to-body.ts'
import { sign, verify } from './verify.ts'

const secret = '8f742231b10e8888abcd99yyyzzz85a5'
const timestamp = 1_531_420_618
/** The form that Slack's guide to signatures prints. */
const form =
  'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar' +
  '&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com' +
  '%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d' +
  '10d2c447fce8b6703c'
const expected = 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503'

const request: InboundRequest = {
  method: 'POST',
  url: 'https://hooks.example/webhooks/slack',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: toBody(form),
  receivedAt: timestamp * 1000 + 999,
}
const signed = sign(request, secret)
const at = (receivedAt: number) => verify({ ...signed, receivedAt }, [secret])

test('agrees with the vector that Slack publishes', () => {
  expect(signed.headers).toMatchObject({
    'x-slack-signature': expected,
    'x-slack-request-timestamp': String(timestamp),
  })
  expect(verify(signed, [secret]).status).toBe('VALID')
})

describe('the timestamp', () => {
  test.each([-300_000, 0, 300_000])('is good %i ms from the receipt', (off) => {
    expect(at(timestamp * 1000 + off).status).toBe('VALID')
  })
  test('five minutes and more either way are refused, and the detail says which clock to look at', () => {
    expect(at(timestamp * 1000 + 301_000)).toEqual({
      status: 'INVALID',
      detail: 'the request is 301 s old, more than 300 s: a repeated request, or a clock that is wrong',
    })
    expect(at(timestamp * 1000 - 301_000).detail).toContain('301 s ahead')
  })
  test.each([undefined, '', 'now', '1531420618.5', '-1531420618', '1531420618, 1531420618', '1e9'])(
    'that is none (%s) is refused',
    (value) => {
      const { 'x-slack-request-timestamp': _old, ...rest } = signed.headers
      const headers = value === undefined ? rest : { ...rest, 'x-slack-request-timestamp': value }
      expect(verify({ ...signed, headers }, [secret]).status).toBe('INVALID')
    },
  )
  test('is signed: an old request cannot be given a new one', () => {
    const headers = { ...signed.headers, 'x-slack-request-timestamp': String(timestamp + 1) }
    expect(verify({ ...signed, headers }, [secret]).detail).toContain('matches none')
  })
  test('a request that nobody signed is not told that it is old', () => {
    const forged = { ...signed.headers, 'x-slack-signature': `v0=${'0'.repeat(64)}` }
    expect(verify({ ...signed, headers: forged, receivedAt: 0 }, [secret]).detail).toContain('matches none')
  })
})

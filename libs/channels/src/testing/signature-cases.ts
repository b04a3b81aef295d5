import { expect, test } from 'vitest'
import type { InboundRequest } from '../core/channel.ts'
import type { ChannelCases } from './channel-cases.ts'
import { toBody } from './to-body.ts'

const secret = 'the app secret'
const others = ['an older secret', 'a newer secret']

/** What a signature check must accept and refuse, whatever the scheme. */
export function signatureCases({ channel, request, signature, payload, message }: ChannelCases): void {
  const body = toBody(payload([[{ messages: [message(1)], statuses: [] }]]))
  const withHeader = (value: string): InboundRequest => {
    const unsigned = request(body)
    return { ...unsigned, headers: { ...unsigned.headers, [signature.header]: value } }
  }
  const right = request(body, secret).headers[signature.header] ?? ''

  test('accepts the right signature', () => {
    expect(channel.verify(request(body, secret), [secret])).toEqual({
      status: 'VALID',
      detail: null,
      secretIndex: 0,
    })
  })
  test('finds the right secret among several, wherever it stands', () => {
    const verdict = channel.verify(request(body, secret), [...others, secret])
    expect(verdict).toMatchObject({ status: 'VALID', secretIndex: 2 })
    expect(channel.verify(request(body, secret), [secret, ...others])).toMatchObject({ secretIndex: 0 })
  })
  test('tells a missing signature from a wrong one', () => {
    expect(channel.verify(request(body), [secret]).status).toBe('NO_SIGNATURE')
    expect(channel.verify(withHeader(''), [secret]).status).toBe('NO_SIGNATURE')
  })
  test('refuses a wrong secret', () => {
    expect(channel.verify(request(body, others[0]), [secret]).status).toBe('INVALID')
  })
  test('says so when no secret is configured; an empty one opens nothing', () => {
    expect(channel.verify(request(body, secret), []).status).toBe('NO_SECRET')
    expect(channel.verify(request(body, secret), ['']).status).toBe('NO_SECRET')
    expect(channel.verify(request(body, secret), ['', secret])).toMatchObject({ secretIndex: 1 })
    expect(channel.verify(request(body, ''), ['', secret]).status).toBe('INVALID')
  })
  test('refuses a body that lost its end, or one byte', () => {
    const signed = request(body, secret)
    for (const cut of [body.subarray(0, -1), body.subarray(0, body.length / 2), new Uint8Array()]) {
      expect(channel.verify({ ...signed, body: cut }, [secret]).status).toBe('INVALID')
    }
  })
  test('refuses a signature of the wrong length', () => {
    for (const value of [right.slice(0, -1), `${right}0`, right.slice(0, 8), `${right}${right}`]) {
      expect(channel.verify(withHeader(value), [secret]).status).toBe('INVALID')
    }
  })
  test('refuses a header sent twice', () => {
    expect(channel.verify(withHeader(`${right}, ${right}`), [secret]).status).toBe('INVALID')
  })
  test.each(Object.entries(signature.forgeries))('refuses %s', (_name, forge) => {
    expect(channel.verify(withHeader(forge(right)), [secret]).status).toBe('INVALID')
  })
  test('refuses an older scheme alone', () => {
    const headers = signature.legacyHeaders?.(body, secret) ?? {}
    const legacy = { ...request(body), headers }
    expect(channel.verify(legacy, [secret]).status).not.toBe('VALID')
  })
  test('never says what it compared', () => {
    const verdict = channel.verify(withHeader(`${right.slice(0, -1)}x`), [secret])
    expect(verdict.detail).not.toContain(right.slice(8, 24))
    expect(verdict.detail).not.toContain(secret)
  })
}

import { expect, test } from 'vitest'
import type { InboundRequest } from '../core/channel.ts'
import type { ChannelCases } from './channel-cases.ts'
import { toRequest } from './to-request.ts'

/** What a signature check must accept and refuse, whatever the scheme. */
export function signatureCases(cases: ChannelCases): void {
  const { channel, signature, payloads, message } = cases
  const { carrier } = signature
  const secretOf = signature.secret ?? ((n: number) => `the app secret number ${n}`)
  const [secret, older, newer] = [0, 1, 2].map(secretOf) as [string, string, string]
  const [payload] = payloads([[{ messages: [message(1)], statuses: [] }]])
  const unsigned = toRequest(cases, payload)
  const signedWith = (key: string): InboundRequest => channel.sign(unsigned, key)
  const signed = signedWith(secret)
  const right = carrier.of(signed)
  const withSignature = (value: string): InboundRequest => carrier.put(signed, value)

  test('accepts the right signature', () => {
    expect(channel.verify(signed, [secret])).toEqual({ status: 'VALID', detail: null, secretIndex: 0 })
  })
  test('finds the right secret among several, wherever it stands', () => {
    expect(channel.verify(signed, [older, newer, secret])).toMatchObject({ status: 'VALID', secretIndex: 2 })
    expect(channel.verify(signed, [secret, older, newer])).toMatchObject({ secretIndex: 0 })
  })
  test('tells a missing signature from a wrong one', () => {
    expect(channel.verify(carrier.put(signed, undefined), [secret]).status).toBe('NO_SIGNATURE')
    expect(channel.verify(withSignature(''), [secret]).status).toBe('NO_SIGNATURE')
  })
  test('refuses a wrong secret', () => {
    expect(channel.verify(signedWith(older), [secret]).status).toBe('INVALID')
  })
  test('says so when no secret is configured; an empty one opens nothing', () => {
    expect(channel.verify(signed, []).status).toBe('NO_SECRET')
    expect(channel.verify(signed, ['']).status).toBe('NO_SECRET')
    expect(channel.verify(carrier.put(signed, undefined), ['']).status).toBe('NO_SECRET')
    expect(channel.verify(signed, ['', secret])).toMatchObject({ secretIndex: 1 })
  })
  const coveredBody = signature.coversBody ? [{ body: signed.body }] : []
  test.each(coveredBody)('refuses a body that lost its end, or one byte', ({ body }) => {
    for (const cut of [body.subarray(0, -1), body.subarray(0, body.length / 2), new Uint8Array()]) {
      expect(channel.verify({ ...signed, body: cut }, [secret]).status).toBe('INVALID')
    }
  })
  test('refuses a signature of the wrong length', () => {
    for (const value of [right.slice(0, -1), `${right}0`, right.slice(0, 8), `${right}${right}`]) {
      expect(channel.verify(withSignature(value), [secret]).status).toBe('INVALID')
    }
  })
  test('refuses a signature sent twice', () => {
    expect(channel.verify(withSignature(`${right}, ${right}`), [secret]).status).toBe('INVALID')
  })
  test.each(Object.entries(signature.forgeries))('refuses %s', (_name, forge) => {
    expect(channel.verify(withSignature(forge(right)), [secret]).status).toBe('INVALID')
  })
  test('refuses an older scheme alone', () => {
    const legacy = signature.legacyHeaders?.(signed.body, secret) ?? {}
    const bare = carrier.put(signed, undefined)
    const verdict = channel.verify({ ...bare, headers: { ...bare.headers, ...legacy } }, [secret])
    expect(verdict.status).not.toBe('VALID')
  })
  test('never says what it compared', () => {
    const other = right.endsWith('x') ? 'y' : 'x'
    const verdict = channel.verify(withSignature(right.slice(0, -1) + other), [secret])
    expect(verdict.detail).not.toContain(right.slice(8, 24))
    expect(verdict.detail).not.toContain(secret)
  })
}

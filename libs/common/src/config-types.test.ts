import { describe, expect, it } from 'vitest'
import { bool, durationMs, list, port, secret, url, wholeNumber } from './config-types.ts'

describe('configuration types', () => {
  it.each([
    ['250ms', 250],
    ['1500', 1_500],
    ['30s', 30_000],
    ['1.5s', 1_500],
    ['5 m', 300_000],
    ['12h', 43_200_000],
    ['7d', 604_800_000],
    ['0', 0],
  ])('reads the duration %s', (text, ms) => {
    expect(durationMs().parse(text)).toBe(ms)
  })

  it.each(['', 's', '-1s', '1w', '1s2', '1e3', '0.0001ms'])('refuses the duration %j', (text) => {
    expect(durationMs().safeParse(text).success).toBe(false)
  })

  it.each(['-1', '65536', '80.5', '0x50', '1e3', 'http', ''])('refuses the port %j', (text) => {
    expect(port().safeParse(text).success).toBe(false)
  })

  it('takes port 0 and the last port', () => {
    expect([port().parse('0'), port().parse('65535')]).toEqual([0, 65_535])
  })

  it('keeps whole numbers within their bounds', () => {
    const field = wholeNumber({ min: 1, max: 10 })
    expect([
      field.safeParse('0').success,
      field.parse('1'),
      field.parse('10'),
      field.safeParse('11').success,
    ]).toEqual([false, 1, 10, false])
  })

  it('refuses a whole number beyond what a double can hold exactly', () => {
    expect(wholeNumber().safeParse('9007199254740993').success).toBe(false)
  })

  it('reads yes and no in the usual words', () => {
    expect(['true', 'YES', 'on', '1'].map((text) => bool().parse(text))).toEqual([true, true, true, true])
    expect(['false', 'No', 'off', '0'].map((text) => bool().parse(text))).toEqual([
      false,
      false,
      false,
      false,
    ])
    expect(bool().safeParse('maybe').success).toBe(false)
    expect(bool().safeParse('constructor').success).toBe(false)
  })

  it('splits lists and drops what is empty', () => {
    expect(list().parse(' a, b ,,c,')).toEqual(['a', 'b', 'c'])
  })

  it('refuses a URL of another scheme, and a scheme alone', () => {
    const field = url(['nats', 'tls'])
    expect(field.parse(' nats://localhost:4222 ')).toBe('nats://localhost:4222')
    expect(field.safeParse('http://localhost').success).toBe(false)
    expect(field.safeParse('nats://').success).toBe(false)
  })

  it('takes a secret as it is, spaces and all', () => {
    expect(secret().parse(' a b ')).toBe(' a b ')
  })
})

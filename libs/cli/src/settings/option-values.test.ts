import { describe, expect, it } from 'vitest'
import {
  durationOption,
  instantOption,
  positiveOption,
  uuidOption,
  wholeNumberOption,
} from './option-values.ts'

const now = () => new Date('2026-08-08T12:00:00Z')

describe('option values', () => {
  it.each([
    ['2h', '2026-08-08T10:00:00.000Z'],
    ['7d', '2026-08-01T12:00:00.000Z'],
    ['2026-08-01', '2026-08-01T00:00:00.000Z'],
    ['2026-08-01T02:00:00+02:00', '2026-08-01T00:00:00.000Z'],
  ])('reads the time %s', (text, instant) => {
    expect(instantOption(now)(text)).toBe(instant)
  })

  it.each(['yesterday', '2026-08-01T00:00:00', '2026-13-01', '7', '', '-2h'])(
    'refuses the time "%s"',
    (text) => {
      expect(() => instantOption(now)(text)).toThrow(/It must be a time/)
    },
  )

  it.each([
    ['250ms', 250],
    ['30s', 30_000],
    ['5m', 300_000],
    ['90d', 7_776_000_000],
  ])('reads the length %s', (text, ms) => {
    expect(durationOption(text)).toBe(ms)
  })

  it.each(['30', '1.5h', 's', '1y', ''])('refuses the length "%s"', (text) => {
    expect(() => durationOption(text)).toThrow(/length of time/)
  })

  it.each(['0', '-1', '1e3', '', 'NaN', 'Infinity'])('refuses "%s" as a number above zero', (text) => {
    expect(() => positiveOption(text)).toThrow()
  })

  it.each(['0', '11', '1.5', '', 'x'])('refuses "%s" as a whole number from 1 to 10', (text) => {
    expect(() => wholeNumberOption(1, 10)(text)).toThrow(/from 1 to 10/)
  })

  it('reads a UUID in any case, and nothing else', () => {
    expect(uuidOption('0190A1B2-C3D4-7E5F-8A9B-0C1D2E3F4A5B')).toBe('0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b')
    expect(() => uuidOption('0190a1b2')).toThrow(/UUID/)
  })
})

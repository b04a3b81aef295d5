import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { otherSpelling } from './phone-variants.ts'

const other = (value: string, kind = 'wa_id'): string | undefined => otherSpelling({ kind, value })?.value

describe('otherSpelling', () => {
  it.each([
    ['Brazil, Paraná', '5541988887777', '554188887777'],
    ['Brazil, São Paulo', '5511961234567', '551161234567'],
    ['Brazil, nine before nine', '5531991234567', '553191234567'],
    ['Mexico City', '5215512345678', '525512345678'],
    ['Mexico, Monterrey', '5218112345678', '528112345678'],
    ['Buenos Aires', '5491123456789', '541123456789'],
    ['Mar del Plata', '5492231234567', '542231234567'],
    ['Villa Carlos Paz', '5493541123456', '543541123456'],
    ['with a plus', '+5491123456789', '+541123456789'],
  ])('knows both spellings of %s', (_, long, short) => {
    for (const kind of ['wa_id', 'phone'])
      expect([other(long, kind), other(short, kind)]).toEqual([short, long])
  })

  it.each([
    ['a Brazilian fixed line', '551133334444'],
    ['a Brazilian mobile that never had eight digits', '5511933334444'],
    ['Brazilian trunked radio', '551178123456'],
    ['a Brazilian mobile like trunked radio', '5511978123456'],
    ['a Brazilian area code that does not exist', '5520988887777'],
    ['a Brazilian toll-free number', '558001234567'],
    ['a Mexican toll-free number', '528001234567'],
    ['a Mexican toll-free number with a 1', '5218001234567'],
    ['a Mexican number of eleven digits', '5255123456789'],
    ['an Argentine number with 15', '5411151234567890'.slice(0, 14)],
    ['an Argentine toll-free number', '548001234567'],
    ['an Argentine number that is too short', '54911234567'],
    ['a number of the United States', '15215512345'],
    ['a number of Switzerland', '41791234567'],
    ['a number of Iran that begins with 989', '989123456789'],
    ['what is no number', '55abc88887777'],
    ['a national spelling', '11988887777'],
    ['nothing', ''],
  ])('knows one spelling of %s', (_, value) => expect(other(value)).toBeUndefined())

  it.each(['bsuid', 'username', 'user_id', 'email', 'psid'])('leaves a %s alone', (kind) =>
    expect(other('5541988887777', kind)).toBeUndefined(),
  )

  it('leads back from every spelling to the one it came from, and never to itself', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 6, maxLength: 12 })
    const start = fc.constantFrom('55', '5541', '554199', '52', '521', '54', '549', '5411', '+55', '+521', '')
    fc.assert(
      fc.property(start, digits, (country, rest) => {
        const found = other(country + rest)
        if (found === undefined) return
        expect(found).not.toBe(country + rest)
        expect(other(found)).toBe(country + rest)
      }),
      { numRuns: 2_000 },
    )
  })
})

import type { IdentityInput } from './identity.ts'

/**
 * Some numbers have two spellings that reach one phone, and a channel shows now the one, now the other. Ids are kept
 * as they came; a person is looked for under both. Only what a numbering plan says to be one line is listed here: a
 * number that merely looks alike is somebody else's (lessons #12).
 *
 * - Brazil (ANATEL; the ninth digit, 2012 to 2016): a 9 was put before every eight-digit mobile number, which began
 *   with 6, 8 or 9. Fixed lines (2 to 5) and trunked radio (7) kept eight digits, so they have one spelling.
 * - Mexico (IFT, ITU bulletin 1151): since August 2019 mobile numbers are +52 and ten digits; WhatsApp keeps the 1 that
 *   stood between. The ten digits are unique among mobile and fixed lines.
 * - Argentina (ENACOM): calls to a mobile from abroad take a 9 after +54, texts do not; mobile and fixed lines share
 *   one plan of ten digits, area code 11, 2xx(x) or 3xx(x). 15 and 0 are dialled at home only and are no spelling here.
 */
type Plan = { long: RegExp; short: RegExp; shorten: string; lengthen: string }

const brazilArea = '[14689][1-9]|2[12478]|3[1-578]|5[1345]|7[1345789]'
const mexicoNumber = '(?!800|888|900)[2-9]\\d{9}'
const argentinaNumber = '11[2-8]\\d{7}|[23]\\d{9}'

const plan = (country: string, mark: string, before: string, after: string): Plan => ({
  long: new RegExp(`^(\\+?${country}${before})${mark}(${after})$`),
  short: new RegExp(`^(\\+?${country}${before})(${after})$`),
  shorten: '$1$2',
  lengthen: `$1${mark}$2`,
})

const plans: readonly Plan[] = [
  plan('55', '9', `(?:${brazilArea})`, '[689]\\d{7}'),
  plan('52', '1', '', mexicoNumber),
  plan('54', '9', '', argentinaNumber),
]

const kinds: ReadonlySet<string> = new Set(['wa_id', 'phone'])

/** The other spelling of the same person's number, with a leading + where this one has it; undefined for most. */
export const otherSpelling = ({ kind, value }: IdentityInput): IdentityInput | undefined => {
  if (!kinds.has(kind)) return undefined
  for (const { long, short, shorten, lengthen } of plans) {
    if (long.test(value)) return { kind, value: value.replace(long, shorten) }
    if (short.test(value)) return { kind, value: value.replace(short, lengthen) }
  }
  return undefined
}

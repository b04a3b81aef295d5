import type { Json } from '../core/access.ts'
import type { Direction, Party, Source } from '../core/update.ts'
import { addressesOf, domainOf, type Envelope, type MailAddress, partyOf } from './addresses.ts'
import { fieldText } from './fields.ts'
import { type Headers, headerOf } from './mime/headers.ts'

export type MailParties = {
  direction: Direction
  source: Source
  sender: Party
  peer: Party
  from: MailAddress | undefined
  /** It says that it is from the account's own address, and nothing proves it. */
  claimsOurAddress: boolean
}

/**
 * Who wrote a mail to whom. One from the account's own address is our side's, written elsewhere (a copy by Bcc): but
 * only where DKIM or SPF prove that domain, for anybody can write any From.
 */
export function partiesOf(mail: Json, headers: Headers, envelope: Envelope, account: string): MailParties {
  const from = writtenIn(mail, headers, 'from')[0] ?? addressesOf(envelope.from)[0]
  const sender = partyOf(from)
  const inbound = { direction: 'inbound', source: 'live', sender, peer: sender, from } as const
  if (from === undefined || !isOurs(from, account)) return { ...inbound, claimsOurAddress: false }
  const recipients = [...writtenIn(mail, headers, 'to'), ...writtenIn(mail, headers, 'cc')]
  const peer = recipients.find((one) => !isOurs(one, account))
  if (!isProven(mail, envelope, domainOf(from.address))) return { ...inbound, claimsOurAddress: true }
  if (peer === undefined) return { ...inbound, claimsOurAddress: false }
  return { direction: 'outbound', source: 'echo', sender, peer: partyOf(peer), from, claimsOurAddress: false }
}

/**
 * The addresses of a field by the mail's own header, else by what the receiving server made of it: a name with a comma
 * in it can only be told in the header.
 */
export function writtenIn(mail: Json, headers: Headers, name: 'from' | 'to' | 'cc'): MailAddress[] {
  const own = addressesOf(headerOf(headers, name))
  return own.length > 0 ? own : addressesOf(mail[name])
}

/** The account is an address, or a domain whose every address is its own. */
function isOurs({ address }: MailAddress, account: string): boolean {
  const own = account.toLowerCase()
  return own !== '' && (own.includes('@') ? address.toLowerCase() === own : domainOf(address) === own)
}

/** Whether the receiving server found a passing DKIM signature of this domain, or SPF passed for it. */
function isProven(mail: Json, envelope: Envelope, domain: string): boolean {
  const signed = [...(fieldText(mail, 'dkim') ?? '').matchAll(/@([^\s:,{}@]+)\s*:\s*(\w+)/g)]
  if (signed.some(([, by = '', result]) => result === 'pass' && isUnder(domain, by.toLowerCase())))
    return true
  return fieldText(mail, 'SPF')?.toLowerCase() === 'pass' && domainOf(envelope.from ?? '') === domain
}

function isUnder(domain: string, signer: string): boolean {
  return domain === signer || domain.endsWith(`.${signer}`)
}

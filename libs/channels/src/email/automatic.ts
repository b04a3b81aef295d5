import type { MailAddress } from './addresses.ts'
import { type Headers, headerOf } from './mime/headers.ts'
import { parseStructured } from './mime/parameters.ts'

/** Why no person wrote a mail by hand; undefined where one may have. */
export type Automatic = 'bounce' | 'auto-reply' | 'auto-generated' | 'bulk'

const daemons = new Set(['mailer-daemon', 'mail-daemon'])

/** Tells by its headers what kind of program wrote a mail (RFC 3464, RFC 3834, and what was in use before them). */
export function automaticOf(headers: Headers, from: MailAddress | undefined): Automatic | undefined {
  if (isBounce(headers, from)) return 'bounce'
  const submitted = headerOf(headers, 'auto-submitted')?.toLowerCase() ?? 'no'
  const precedence = headerOf(headers, 'precedence')?.toLowerCase() ?? ''
  if (
    submitted.startsWith('auto-replied') ||
    precedence === 'auto_reply' ||
    has(headers, 'x-autoreply', 'x-autorespond')
  )
    return 'auto-reply'
  if (!submitted.startsWith('no')) return 'auto-generated'
  const inBulk = precedence === 'bulk' || precedence === 'list' || precedence === 'junk'
  return inBulk || has(headers, 'list-id', 'list-unsubscribe') ? 'bulk' : undefined
}

/** The recipients that a bounce says were not reached, where it says so in a header. */
export function failedRecipients(headers: Headers): string | undefined {
  return headerOf(headers, 'x-failed-recipients')
}

function isBounce(headers: Headers, from: MailAddress | undefined): boolean {
  const { value, parameters } = parseStructured(headerOf(headers, 'content-type') ?? '')
  if (value === 'multipart/report' && parameters.get('report-type')?.toLowerCase() === 'delivery-status')
    return true
  const mailbox = from?.address.split('@')[0]?.toLowerCase() ?? ''
  return daemons.has(mailbox) || failedRecipients(headers) !== undefined
}

function has(headers: Headers, ...names: string[]): boolean {
  return names.some((name) => headerOf(headers, name) !== undefined)
}

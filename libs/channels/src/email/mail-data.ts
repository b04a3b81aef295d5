import { asText, type Json } from '../core/access.ts'
import { cutText } from '../core/clean-text.ts'
import { addressesOf, type Envelope, type MailAddress } from './addresses.ts'
import { type Automatic, failedRecipients } from './automatic.ts'
import { fieldText } from './fields.ts'
import { type Headers, headerOf } from './mime/headers.ts'
import { writtenIn } from './parties.ts'

type About = {
  mail: Json
  headers: Headers
  envelope: Envelope
  from: MailAddress | undefined
  subject: string | undefined
  automatic: Automatic | undefined
  claimsOurAddress: boolean
}

/** A long header (a chain of references) is cut; the stored bytes have it whole. */
const headerCharsMax = 10_000

/** Headers that say something of a mail beyond its text, and the names they are kept under. */
const kept = new Map([
  ['message-id', 'messageId'],
  ['in-reply-to', 'inReplyTo'],
  ['references', 'references'],
  ['date', 'date'],
  ['list-id', 'listId'],
  ['auto-submitted', 'autoSubmitted'],
])

/** What the receiving server found, as SendGrid's fields name it, and the names it is kept under. */
const findings = new Map([
  ['SPF', 'spf'],
  ['dkim', 'dkim'],
  ['spam_score', 'spamScore'],
  ['sender_ip', 'senderIp'],
])

/** What a mail has besides its text: subject, addresses as they were written, ids, and what the server found. */
export function mailData(about: About): Record<string, unknown> {
  const { mail, headers, envelope, from, subject, automatic, claimsOurAddress } = about
  const data: Record<string, unknown> = {}
  if (subject !== undefined) data.subject = subject
  if (from !== undefined) data.from = from
  addList(data, 'to', writtenIn(mail, headers, 'to'))
  addList(data, 'cc', writtenIn(mail, headers, 'cc'))
  addList(data, 'replyTo', addressesOf(headerOf(headers, 'reply-to')))
  if (envelope.to.length > 0 || envelope.from !== undefined) data.envelope = envelope
  for (const [header, name] of kept) addText(data, name, headerOf(headers, header))
  for (const [field, name] of findings) addText(data, name, fieldText(mail, field))
  if (asText(mail.html) !== undefined) data.hasHtml = true
  if (automatic !== undefined) data.automatic = automatic
  if (automatic === 'bounce') addText(data, 'failedRecipients', failedRecipients(headers))
  if (claimsOurAddress) data.claimsOurAddress = true
  return data
}

function addList(data: Record<string, unknown>, name: string, list: readonly MailAddress[]): void {
  if (list.length > 0) data[name] = list
}

function addText(data: Record<string, unknown>, name: string, text: string | undefined): void {
  if (text !== undefined) data[name] = cutText(text, headerCharsMax)
}

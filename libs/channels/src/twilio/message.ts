import type { Json } from '../core/access.ts'
import { cutText } from '../core/clean-text.ts'
import { contentHash } from '../core/content-hash.ts'
import { toData } from '../core/to-data.ts'
import { nameCharsMax } from '../core/unsupported.ts'
import type { ContactUpdate, MessageContext, MessageUpdate, ParsedUpdate, Thread } from '../core/update.ts'
import { senderOf } from './address.ts'
import { parseContent } from './content.ts'
import { fieldFlag, fieldId, fieldText } from './fields.ts'

/**
 * An inbound message: always from a customer to one of our numbers. Twilio gives no time, so the receipt counts. One
 * that opts in or out of messages adds a contact update at `#contact`.
 */
export function parseMessage(
  form: Json,
  id: string | undefined,
  account: string,
): ParsedUpdate | ParsedUpdate[] {
  const sender = senderOf(form)
  const { type, nativeType, content } = parseContent(form)
  const thread: Thread = { kind: 'direct', peer: sender }
  const via = fieldId(form, 'To')
  if (via !== undefined) thread.via = via
  const message: MessageUpdate = {
    kind: 'message',
    path: '',
    account,
    externalId: globalId(account, id ?? contentHash(account, form)),
    thread,
    direction: 'inbound',
    source: 'live',
    type,
    sender,
    content,
  }
  if (nativeType !== undefined && nativeType !== type) message.nativeType = cutText(nativeType, nameCharsMax)
  addContext(message, form, account)
  const referral = referralOf(form)
  if (referral !== undefined) message.referral = referral
  const choice = preferenceOf(message, form)
  return choice === undefined ? message : [message, choice]
}

/** The global form of a message SID. */
export function globalId(account: string, sid: string): string {
  return `twilio:${account}:${sid}`
}

function addContext(message: MessageUpdate, form: Json, account: string): void {
  const context: MessageContext = {}
  const quoted = fieldId(form, 'OriginalRepliedMessageSid')
  if (quoted !== undefined) context.externalId = globalId(account, quoted)
  if (fieldFlag(form, 'Forwarded')) context.forwarded = true
  if (fieldFlag(form, 'FrequentlyForwarded')) context.frequentlyForwarded = true
  if (Object.keys(context).length > 0) message.context = context
}

/** The advertisement a person came from: the fields with that prefix, where any says more than a count of 0. */
function referralOf(form: Json): Record<string, unknown> | undefined {
  const names = Object.keys(form).filter((name) => name.startsWith('Referral'))
  const telling = names.filter((name) => name !== 'ReferralNumMedia' && fieldText(form, name) !== undefined)
  if (telling.length === 0) return undefined
  return toData(Object.fromEntries(names.map((name) => [name, form[name]])))
}

function preferenceOf({ sender, account }: MessageUpdate, form: Json): ContactUpdate | undefined {
  const optOutType = fieldText(form, 'OptOutType')
  if (optOutType !== 'STOP' && optOutType !== 'START') return undefined
  return {
    kind: 'contact',
    path: '#contact',
    account,
    event: 'preferences',
    contact: sender,
    data: { optOutType },
  }
}

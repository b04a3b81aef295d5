import { asObject, asText, type Json, own } from '../core/access.ts'
import type { Callback } from '../core/channel.ts'
import { guardItem } from '../core/guard-item.ts'
import { malformed, unsupported } from '../core/unsupported.ts'
import type { ParsedUpdate } from '../core/update.ts'
import { parseMessage } from './message.ts'

/** One of these makes a payload a mail. */
const mailFields = ['headers', 'from', 'envelope', 'text', 'html', 'subject'] as const

/** The mail of a payload, or each of a list, guarded from the others. Pure and total. */
export function parse(payload: unknown, callback: Callback): ParsedUpdate[] {
  const updates: ParsedUpdate[] = []
  const account = callback.account ?? ''
  if (!Array.isArray(payload) || payload.length === 0) parseItem(updates, payload, '', account)
  else for (const [index, item] of payload.entries()) parseItem(updates, item, `/${index}`, account)
  return updates
}

function parseItem(updates: ParsedUpdate[], raw: unknown, path: string, account: string): void {
  guardItem(updates, { path, account, name: 'mail' }, () => {
    const mail = asObject(raw)
    if (mail === undefined) return malformed({ path, account, name: 'mail' }, 'not an object')
    // Delivery events come from SendGrid's other webhook: a field `event`, and nothing of a mail.
    const event = asText(mail.event)
    if (event !== undefined && !('from' in mail)) return unsupported({ path, account, name: event }, 'event')
    if (!mailFields.some((name) => isSaid(mail, name)))
      return malformed({ path, account, name: 'mail' }, 'no field of a mail')
    return parseMessage(mail, path, account)
  })
}

function isSaid(mail: Json, name: string): boolean {
  const value = own(mail, name)
  return value !== undefined && value !== null && value !== ''
}

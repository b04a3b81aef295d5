import { asObject } from '../core/access.ts'
import { fieldId } from './fields.ts'

/** The account that a webhook speaks of: Twilio names it in every one. */
export function accountKeys(payload: unknown): string[] {
  const form = asObject(payload)
  const account = form === undefined ? undefined : fieldId(form, 'AccountSid')
  return account === undefined ? [] : [account]
}

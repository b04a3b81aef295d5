import { asId, asObject, asText, type Json } from '../core/access.ts'
import type { ChannelError } from '../core/update.ts'
import { type ContactBook, openContactBook } from './contact-book.ts'
import { parseErrors } from './errors.ts'

/** What every item of one `value` shares. */
export type Scope = {
  account: string
  /** `change.field`, the family the items came under. */
  field: string
  wabaId?: string
  entryTime?: unknown
  /** The business's own number: its digits only, because its format changes with time and country. */
  businessDigits: string
  book: ContactBook
  /** `value.errors`: the only explanation of a message that came without its content. */
  valueErrors: ChannelError[]
}

/** The account of a change: the phone number it came to, else its WABA, else ''. */
export function accountOf(entry: Json, value: Json | undefined): string {
  return asId(asObject(value?.metadata)?.phone_number_id) ?? asId(entry.id) ?? ''
}

/** Opens the scope of one change. */
export function openScope(entry: Json, field: string, value: Json): Scope {
  const scope: Scope = {
    account: accountOf(entry, value),
    field,
    entryTime: entry.time,
    businessDigits: digitsOf(asObject(value.metadata)?.display_phone_number),
    book: openContactBook(value),
    valueErrors: parseErrors(value.errors),
  }
  const wabaId = asId(entry.id)
  if (wabaId !== undefined) scope.wabaId = wabaId
  return scope
}

/** The global form of a native id. */
export function globalId(scope: Scope, nativeId: string): string {
  return `whatsapp:${scope.account}:${nativeId}`
}

/** The digits of a phone number as a person would write it. */
export function digitsOf(phone: unknown): string {
  return asText(phone)?.replace(/\D/g, '') ?? ''
}

import { asId, asText, type Json, own } from '../core/access.ts'

/** The value of a parameter; the first where it came several times. */
function field(form: Json, name: string): unknown {
  const value = own(form, name)
  return Array.isArray(value) ? value[0] : value
}

/** A parameter as an opaque id; absent and '' are undefined. */
export function fieldId(form: Json, name: string): string | undefined {
  return asId(field(form, name))
}

/** A parameter as text for people; absent and '' are undefined. */
export function fieldText(form: Json, name: string): string | undefined {
  return asText(field(form, name))
}

/** Whether a parameter says `true`; Twilio writes booleans as words. */
export function fieldFlag(form: Json, name: string): boolean {
  const value = field(form, name)
  return value === true || value === 'true'
}

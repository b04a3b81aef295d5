import { asObject } from '../core/access.ts'
import type { Callback, Payload } from '../core/channel.ts'
import { isForm } from '../core/content-type.ts'
import { formText, readForm } from '../core/read-form.ts'
import { readJson } from '../core/read-json.ts'

/**
 * Reads an event (JSON), a slash command (a form) or an interaction (a form whose `payload` is JSON, which is then all
 * that counts). Never throws.
 */
export function read(body: Uint8Array, callback: Callback): Payload {
  if (!isForm(callback.headers)) return readJson(body)
  const form = readForm(formText(body))
  const payload = form.ok ? asObject(form.value)?.payload : undefined
  if (typeof payload !== 'string') return form
  const inner = readJson(Buffer.from(payload))
  return inner.ok ? inner : { ok: false, error: `in the form's payload, ${inner.error}` }
}

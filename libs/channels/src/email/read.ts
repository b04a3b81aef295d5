import type { Callback, Payload } from '../core/channel.ts'
import { formText, readForm } from '../core/read-form.ts'
import { parseStructured } from './mime/parameters.ts'
import { readFormData } from './read-form-data.ts'
import { readJsonMail } from './read-json-mail.ts'

/**
 * Reads a mail: `multipart/form-data` as SendGrid posts it, a form without files, or the same fields as JSON. A raw
 * mail in the field `email` is taken apart. Never throws.
 */
export function read(body: Uint8Array, callback: Callback): Payload {
  const { value: type, parameters } = parseStructured(callback.headers['content-type'] ?? '')
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  if (bytes.length === 0) return { ok: false, error: 'the body is empty' }
  if (type === 'multipart/form-data') return readFormData(bytes, parameters.get('boundary'))
  if (type === 'application/x-www-form-urlencoded') return readForm(formText(body))
  return readJsonMail(bytes)
}

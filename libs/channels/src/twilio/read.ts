import type { Callback, Payload } from '../core/channel.ts'
import { isJson } from '../core/content-type.ts'
import { formText, readForm } from '../core/read-form.ts'
import { readJson } from '../core/read-json.ts'

/**
 * Reads a webhook: a form, JSON where the content type says so, or the query of the URL where the account's webhooks
 * are set to GET and the body is empty. Never throws.
 */
export function read(body: Uint8Array, callback: Callback): Payload {
  if (isJson(callback.headers)) return readJson(body)
  return readForm(body.length === 0 ? queryOf(callback.url ?? '') : formText(body))
}

function queryOf(url: string): string {
  const start = url.indexOf('?')
  return start === -1 ? '' : (url.slice(start + 1).split('#')[0] ?? '')
}

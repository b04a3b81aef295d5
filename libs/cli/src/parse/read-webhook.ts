import type { Readable } from 'node:stream'
import type { Callback } from '@omnistream/channels'
import { readHttpFile } from '@omnistream/channels/core/http-file'
import { decodeBody } from '@omnistream/common/decode-body'
import { bytesMax, readPayload } from './read-payload.ts'

/** What the command line says of files that do not say it themselves. */
export type WebhookFlags = { account?: string; contentType?: string }

export type WebhookOutcome = { ok: true; body: Uint8Array; callback: Callback } | { ok: false; error: string }

/**
 * The webhook of a file (or of standard input for `-`): a body, or, in a file called `*.http`, header lines, an empty
 * line and the body, which is inflated where a header says so.
 */
export async function readWebhook(
  file: string,
  stdin: Readable,
  { account, contentType = 'application/json' }: WebhookFlags,
): Promise<WebhookOutcome> {
  const read = await readPayload(file, stdin)
  if (!read.ok) return read
  const named = account === undefined ? {} : { account }
  if (!file.endsWith('.http'))
    return { ...read, callback: { headers: { 'content-type': contentType }, ...named } }
  const http = readHttpFile(read.body)
  if (!http.ok) return http
  const decoded = decodeBody(http.body, http.headers['content-encoding'], bytesMax)
  if (!decoded.ok) return { ok: false, error: `the body is ${decoded.reason}` }
  // What the file says is what came.
  const own = http.account === undefined ? named : { account: http.account }
  return { ok: true, body: decoded.bytes, callback: { headers: http.headers, ...own } }
}

import type { Callback, Channel, ParsedUpdate } from '@omnistream/channels'
import { decodeBody } from '@omnistream/common/decode-body'
import type { WebhookAuditDocument } from '@omnistream/mongo'
import type { Item, Job, Outcome } from './types.ts'

export type FindChannel = (id: string) => Channel | undefined

const errorCharsMax = 500

/** Fills the job's items from its stored bytes. A payload that cannot be read leaves `error` and no items (invariant 4). */
export function parseJob(job: Job, findChannel: FindChannel, maxBodyBytes: number): void {
  const channel = findChannel(job.row.channel)
  if (!channel) {
    job.error = `no parser for the channel ${job.row.channel}`
    return
  }
  job.parserVersion = channel.version
  try {
    const wire = job.row.body.buffer.subarray(0, job.row.body.position)
    const body = decodeBody(wire, job.row.headers['content-encoding'], maxBodyBytes)
    const callback = callbackOf(job.row)
    const payload = body.ok
      ? channel.read(body.bytes, callback)
      : { ok: false as const, error: `body ${body.reason}` }
    if (!payload.ok) job.error = cut(payload.error)
    else job.items = channel.parse(payload.value, callback).map((update) => toItem(job, update))
  } catch (error) {
    // A parser that throws is a bug of ours: the row waits for the release that mends it.
    job.error = describe(error)
  }
}

/** What the parser may know of a stored webhook besides its body. */
export const callbackOf = ({
  headers,
  url,
  account_key,
}: Pick<WebhookAuditDocument, 'headers' | 'url' | 'account_key'>): Callback =>
  account_key === undefined ? { headers, url } : { headers, url, account: account_key }

function toItem(job: Job, update: ParsedUpdate): Item {
  const outcome = settledByKind(update)
  return { job, update, ...(outcome ? { outcome } : {}) }
}

/** Updates that no message and no contact comes of. */
function settledByKind(update: ParsedUpdate): Outcome | undefined {
  switch (update.kind) {
    case 'ignored':
      return { kind: 'ignored', reason: update.reason }
    case 'unsupported':
      return update.what === 'malformed'
        ? { kind: 'failed', error: cut(update.error ?? `malformed ${update.name}`) }
        : { kind: 'ignored', reason: cut(`unsupported ${update.what}: ${update.name}`) }
    case 'contact':
      return update.event === 'removed' || update.event === 'preferences'
        ? { kind: 'ignored', reason: `contact: ${update.event}` }
        : undefined
    default:
      return undefined
  }
}

/** The error in words, without the stack and cut: it may repeat a piece of the payload. */
export const describe = (error: unknown): string =>
  cut(error instanceof Error ? `${error.name}: ${error.message}` : String(error))

const cut = (text: string): string => text.slice(0, errorCharsMax)

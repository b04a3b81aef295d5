import type { Callback, Channel } from '../core/channel.ts'
import { writeHttpFile } from '../core/http-file.ts'
import type { ParsedUpdate } from '../core/update.ts'
import { anonymiseBody } from './anonymise-body.ts'
import { createPseudonyms } from './pseudonyms.ts'

export type StoredWebhook = {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  /** Without its Content-Encoding. */
  body: Uint8Array
  receivedAt: number
  account?: string
}

export type Fixture = {
  /** Header lines, an empty line and the bytes: what the example table of a channel reads. */
  http: Uint8Array
  updates: ParsedUpdate[]
}

export type FixtureOutcome = { ok: true; fixture: Fixture } | { ok: false; reason: string }

/** The secret that signs every fixture. */
export const fixtureSecret = 'fixture-secret'

/**
 * An anonymised copy of a stored webhook, signed anew, and what the parser makes of it. Refused where the copy is read
 * differently from the original: then it would test something else.
 *
 * @param key random; the same key makes the same copy.
 */
export function makeFixture(channel: Channel, stored: StoredWebhook, key: string): FixtureOutcome {
  const pseudonyms = createPseudonyms(key)
  const contentType = stored.headers['content-type'] ?? 'application/json'
  const copy = anonymiseBody(stored.body, contentType, pseudonyms)
  if (!copy.ok) return copy
  const headers = { 'content-type': contentType }
  const account = stored.account === undefined ? {} : { account: pseudonyms.text(stored.account) }
  const before = updatesOf(channel, stored.body, {
    headers,
    ...(stored.account === undefined ? {} : { account: stored.account }),
  })
  const updates = updatesOf(channel, copy.body, { headers, ...account })
  if (before === undefined || updates === undefined) {
    return { ok: false, reason: 'the parser cannot read this webhook at all' }
  }
  const difference = firstDifference(before, updates)
  if (difference !== undefined) return { ok: false, reason: `the copy is read differently: ${difference}` }
  const unsigned = { ...stored, headers, body: copy.body, url: pseudonyms.text(new URL(stored.url).pathname) }
  const signed = channel.sign({ ...unsigned, url: `https://hooks.example${unsigned.url}` }, fixtureSecret)
  const http = writeHttpFile({ headers: signed.headers, body: signed.body, ...account })
  return { ok: true, fixture: { http, updates } }
}

function updatesOf(channel: Channel, body: Uint8Array, callback: Callback): ParsedUpdate[] | undefined {
  const read = channel.read(body, callback)
  return read.ok ? channel.parse(read.value, callback) : undefined
}

/** The first update whose shape changed: its kind, its type, or which of its fields are there. */
function firstDifference(
  before: readonly ParsedUpdate[],
  after: readonly ParsedUpdate[],
): string | undefined {
  if (before.length !== after.length) return `${before.length} updates became ${after.length}`
  for (const [index, update] of before.entries()) {
    const [was, is] = [shapeOf(update), shapeOf(after[index])]
    if (was !== is) return `update ${index} (${update.kind} at "${update.path}")`
  }
  return undefined
}

const wordFields = new Set([
  'kind',
  'path',
  'type',
  'status',
  'event',
  'direction',
  'source',
  'reason',
  'what',
])

function shapeOf(update: unknown): string {
  return JSON.stringify(update, (key, value: unknown) =>
    typeof value === 'object' || value === null || wordFields.has(key) ? value : typeof value,
  )
}

import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { type MediaRef, type MediaStep, readJson } from '@omnistream/channels'
import type { Deliverer } from '@omnistream/delivery'
import { createDraft, headBytes } from './draft-file.ts'
import { isAllowed, notTheMedium, sniffType, typeOf, unknownType } from './media-type.ts'
import { sameSha256 } from './same-sha256.ts'
import { judgeFailure, type Verdict } from './verdict.ts'

export type FetchDeps = {
  deliverer: Pick<Deliverer, 'download'>
  maxBytes: number
  /** See `isAllowed`. */
  types: readonly string[]
  /** The stored webhook's body, decoded, and its headers; undefined where it is gone. */
  loadWebhook(): Promise<{ body: Uint8Array; headers: Readonly<Record<string, string>> } | undefined>
}

/** The bytes are in the file. */
export type Fetched = { kind: 'fetched'; bytes: number; mimeType: string; sha256: string }

type Arrived = { bytes: number; sha256: string; head: Buffer; answered: string | undefined }

const stepsMax = 4
const answerBytesMax = 64 * 1024
const timeouts = { bodyMs: 30_000, totalMs: 10 * 60_000 }

/**
 * Walks the channel's steps to the bytes and puts them into `file`.
 * @throws {OmniError} DOWNLOAD_SINK and what the disk throws: no fault of the medium.
 */
export async function fetchMedium(
  ref: MediaRef,
  first: MediaStep,
  file: string,
  deps: FetchDeps,
  signal: AbortSignal,
): Promise<Fetched | Verdict> {
  let step = first
  for (let taken = 0; taken < stepsMax; taken += 1) {
    if (step.kind === 'no_token') return { kind: 'wait', error: 'no access token is configured' }
    if (step.kind === 'unavailable') return { kind: 'failed', error: step.error }
    if (step.kind === 'inside') return await cutOut(ref, step, file, deps)
    if (step.kind === 'fetch') return await download(ref, step, file, deps, signal)
    const answer = await lookUp(step, deps, signal)
    if (answer.kind !== 'found') return answer
    step = step.next(answer.value)
  }
  return { kind: 'failed', error: 'the provider leads from one place to the next without end' }
}

type Lookup = Extract<MediaStep, { kind: 'lookup' }>

async function lookUp(
  { url, headers }: Lookup,
  { deliverer }: FetchDeps,
  signal: AbortSignal,
): Promise<{ kind: 'found'; value: unknown } | Verdict> {
  const chunks: Buffer[] = []
  const open = () =>
    new Writable({
      write(chunk: Buffer, _encoding, callback) {
        chunks.push(chunk)
        callback()
      },
    })
  const outcome = await deliverer.download({ url, headers, maxBytes: answerBytesMax, open, signal })
  if (outcome.kind !== 'downloaded') return judgeFailure(outcome, true)
  const read = readJson(Buffer.concat(chunks))
  if (read.ok) return { kind: 'found', value: read.value }
  return { kind: 'retry', error: 'the provider’s answer is no JSON' }
}

async function download(
  ref: MediaRef,
  { url, headers }: Extract<MediaStep, { kind: 'fetch' }>,
  file: string,
  deps: FetchDeps,
  signal: AbortSignal,
): Promise<Fetched | Verdict> {
  const draft = createDraft(file)
  const outcome = await deps.deliverer.download({
    ...{ url, headers, maxBytes: deps.maxBytes, timeouts, signal },
    refuse({ contentType }) {
      const type = typeOf(contentType, ref)
      return notTheMedium(contentType, ref) ?? (type === undefined ? undefined : refusal(type, deps))
    },
    open: () => draft.open(),
  })
  if (outcome.kind !== 'downloaded') return judgeFailure(outcome, Object.keys(headers).length > 0)
  // 202 is how LINE says that it is still at work.
  if (outcome.status !== 200) return { kind: 'retry', error: `it is not ready yet (HTTP ${outcome.status})` }
  if (outcome.bytes === 0 && ref.bytes !== 0) return { kind: 'retry', error: 'the answer is empty' }
  return accept(ref, { ...draft.facts(), answered: outcome.contentType }, deps)
}

async function cutOut(
  ref: MediaRef,
  { cut }: Extract<MediaStep, { kind: 'inside' }>,
  file: string,
  deps: FetchDeps,
): Promise<Fetched | Verdict> {
  const webhook = await deps.loadWebhook()
  if (webhook === undefined) return { kind: 'expired', error: 'the stored webhook it is in is gone' }
  const bytes = cut(webhook.body, webhook.headers)
  if (bytes === undefined) return { kind: 'failed', error: 'the stored webhook does not have it' }
  if (bytes.byteLength > deps.maxBytes) {
    return { kind: 'failed', error: `The body is larger than ${deps.maxBytes} bytes` }
  }
  await writeFile(file, bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const head = Buffer.from(bytes.subarray(0, headBytes))
  return accept(ref, { bytes: bytes.byteLength, sha256, head, answered: undefined }, deps)
}

const refusal = (type: string, { types }: FetchDeps): string | undefined =>
  isAllowed(type, types) ? undefined : `The type ${type} is not taken`

function accept(
  ref: MediaRef,
  { bytes, sha256, head, answered }: Arrived,
  deps: FetchDeps,
): Fetched | Verdict {
  const mimeType = typeOf(answered, ref) ?? sniffType(head) ?? unknownType
  const error = refusal(mimeType, deps)
  if (error !== undefined) return { kind: 'failed', error }
  if (!sameSha256(ref.sha256, sha256)) {
    return { kind: 'retry', error: 'the bytes are not those the message speaks of (SHA-256)' }
  }
  return { kind: 'fetched', bytes, mimeType, sha256 }
}

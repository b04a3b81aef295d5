import { Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { OmniError } from '@omnistream/common/errors'
import { decodeStream } from '../decode-stream.ts'
import type { Answer } from '../exchange.ts'
import type { DownloadOutcome, RefusalCode } from './download-outcome.ts'
import { matchesType, mediaType } from './media-type.ts'

export type DownloadHead = { contentType: string | undefined; contentLength: number | undefined }

export type SaveOptions = {
  /** The most bytes that are taken, after decoding. */
  maxBytes: number
  /** Types that are taken (`audio/ogg`, `image/*`); default: all. */
  types?: readonly string[]
  /** A further look at the head: words why it is not taken, as the refusal `type`; undefined where it is. */
  refuse?(head: DownloadHead): string | undefined
  /** Called once the head of the answer is accepted. The stream is ended, or destroyed if the body does not come whole. */
  open(head: DownloadHead): Writable
}

export type Saved = { kind: 'saved'; status: number; contentType: string | undefined; bytes: number }

/**
 * Streams the body of a 2xx answer into the caller's sink, no faster than the sink takes it.
 * @throws {OmniError} DOWNLOAD_SINK if the sink fails; else what the network throws.
 */
export async function saveBody(
  answer: Answer,
  { maxBytes, types, refuse: refusal, open }: SaveOptions,
): Promise<DownloadOutcome | Saved> {
  const { headers } = answer
  const contentType = mediaType(headers['content-type'])
  if (types && !matchesType(contentType, types)) {
    return refuse('type', `The type ${contentType ?? '(none)'} is not taken`)
  }
  const length = headers['content-length']
  const contentLength = length === undefined || !/^\d+$/.test(length) ? undefined : Number(length)
  const tooLarge = refuse('too_large', `The body is larger than ${maxBytes} bytes`)
  if (contentLength !== undefined && contentLength > maxBytes) return tooLarge
  const words = refusal?.({ contentType, contentLength })
  if (words !== undefined) return refuse('type', words)
  const decoded = decodeStream(answer.body, headers['content-encoding'])
  if (!decoded.ok) return refuse('encoding', `The encoding ${decoded.encoding} is not known`)

  const overflow = new Error('too large')
  const limit = createLimit(maxBytes, overflow, answer.touch)
  const sink = open({ contentType, contentLength })
  let sinkError: unknown
  sink.once('error', (error) => {
    // Errors of the source arrive here as well: the pipeline destroys the sink with them.
    if (decoded.stream.errored === null && limit.stream.errored === null) sinkError = error
  })
  try {
    await pipeline(decoded.stream, limit.stream, sink)
    return { kind: 'saved', status: answer.status, contentType, bytes: limit.bytes() }
  } catch (error) {
    if (sinkError !== undefined) {
      throw new OmniError('DOWNLOAD_SINK', 'what was downloaded could not be stored', { cause: sinkError })
    }
    if (error === overflow) return tooLarge
    if (!decoded.isBroken()) throw error
    const broken = 'The body does not match its encoding'
    return { kind: 'failed', code: 'invalid_answer', error: broken, retryable: true }
  }
}

function createLimit(maxBytes: number, overflow: Error, touch: () => void) {
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Uint8Array, _encoding, callback) {
      touch()
      bytes += chunk.byteLength
      if (bytes > maxBytes) callback(overflow)
      else callback(null, chunk)
    },
  })
  return { stream, bytes: () => bytes }
}

const refuse = (code: RefusalCode, error: string): DownloadOutcome => ({ kind: 'refused', code, error })

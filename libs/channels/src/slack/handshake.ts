import { asObject } from '../core/access.ts'
import type { ChannelAnswer, HandshakeKeys, InboundRequest } from '../core/channel.ts'
import { isForm } from '../core/content-type.ts'
import { formText } from '../core/read-form.ts'
import { readJson } from '../core/read-json.ts'
import { verify } from './verify.ts'

/** Type, token and challenge; nothing longer is looked at. */
const bytesMax = 2048
const word = Buffer.from('url_verification')

/** The challenge goes back to whoever asks: nothing that could be markup passes. */
const challengePattern = /^[A-Za-z0-9_.-]{1,256}$/

/**
 * Answers `{"type":"url_verification","challenge":…}` with the bare challenge, and the probes of a slash command's
 * certificate (`ssl_check=1`) with nothing. The former is signed like any request: 401 where a signing secret is
 * configured and none fits. 400 for a broken challenge, undefined when the request is neither.
 */
export function handshake(
  request: InboundRequest,
  keys: Pick<HandshakeKeys, 'secrets'>,
): ChannelAnswer | undefined {
  if (isCertificateProbe(request)) return plain(200, '')
  if (request.method !== 'POST' || request.body.length > bytesMax) return undefined
  if (!Buffer.from(request.body.buffer, request.body.byteOffset, request.body.length).includes(word))
    return undefined
  const read = readJson(request.body)
  const body = read.ok ? asObject(read.value) : undefined
  if (body?.type !== 'url_verification') return undefined
  const verdict = verify(request, keys.secrets())
  if (verdict.status !== 'VALID' && verdict.status !== 'NO_SECRET') return plain(401, verdict.detail)
  const { challenge } = body
  return typeof challenge === 'string' && challengePattern.test(challenge)
    ? plain(200, challenge)
    : plain(400, 'challenge refused')
}

/** By GET or as a form, now and then, and without a command. */
function isCertificateProbe({ method, url, headers, body }: InboundRequest): boolean {
  if (method === 'GET') return URL.parse(url, 'http://localhost')?.searchParams.get('ssl_check') === '1'
  if (method !== 'POST' || body.length > bytesMax || !isForm(headers)) return false
  const text = formText(body)
  if (!text.includes('ssl_check=1')) return false
  const form = new URLSearchParams(text)
  return form.get('ssl_check') === '1' && !form.has('command') && !form.has('payload')
}

function plain(status: number, body: string): ChannelAnswer {
  return { status, contentType: 'text/plain; charset=utf-8', body }
}

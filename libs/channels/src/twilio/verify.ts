import { createHash } from 'node:crypto'
import type { InboundRequest, Verdict } from '../core/channel.ts'
import { isForm } from '../core/content-type.ts'
import { sameDigest, sameText } from '../core/hmac.ts'
import { formText, hasTooManyParameters } from '../core/read-form.ts'
import { keyOf, type Scheme, schemeOf, signatureOf } from './scheme.ts'
import { parametersText, urlSpellings } from './signed-text.ts'

/** Base64 of a SHA-1 or a SHA-256, and nothing around it. */
const signaturePattern = /^(?:[A-Za-z0-9+/]{27}=|[A-Za-z0-9+/]{43}=)$/

/**
 * Checks `X-Twilio-Signature` against each secret: the HMAC-SHA1 under an auth token or, where the request says so and
 * such a secret is configured, the HMAC-SHA256 under a shared key. There is no timestamp: message SIDs are the
 * protection against replays.
 */
export function verify(request: InboundRequest, secrets: readonly string[]): Verdict {
  if (!secrets.some((secret) => secret !== ''))
    return { status: 'NO_SECRET', detail: 'no auth token is configured as an app secret' }
  const header = request.headers['x-twilio-signature']
  if (header === undefined || header === '')
    return { status: 'NO_SIGNATURE', detail: 'the header X-Twilio-Signature is missing' }
  if (!signaturePattern.test(header)) return invalid('X-Twilio-Signature is not one base64 digest')
  const scheme = schemeOf(request)
  const uncovered = bodyFault(request)
  if (scheme.kind === 'unknown') return invalid('X-Twilio-Webhooks-Signature-Settings cannot be read')
  if (uncovered !== undefined) return invalid(uncovered)
  return compare(request, Buffer.from(header, 'base64'), secrets, scheme)
}

function compare(request: InboundRequest, sent: Buffer, secrets: readonly string[], scheme: Scheme): Verdict {
  const wanted = scheme.kind === 'shared key' ? scheme.keyId : undefined
  const keys = secrets.map(keyOf).map((key, index) => ({ key, index }))
  const fitting = keys.filter(({ key }) => key.secret !== '' && key.keyId === wanted)
  if (fitting.length === 0) return invalid(absenceOf(scheme))
  // Once for all spellings: anybody may send a form of megabytes.
  const parameters = parametersText(request)
  for (const url of urlSpellings(request.url)) {
    const text = url + parameters
    for (const { key, index } of fitting) {
      if (sameDigest(signatureOf(key, text), sent))
        return { status: 'VALID', detail: null, secretIndex: index }
    }
  }
  return invalid(
    'the signature matches no secret for this URL and body: compare the URL at Twilio with the public URL here, ' +
      'and use the primary auth token of the account or subaccount that owns the number',
  )
}

/** What is not in a form is signed by its hash, in the URL: without one, the URL's signature would pass any body. */
function bodyFault({ method, url, headers, body }: InboundRequest): string | undefined {
  if (body.length === 0) return undefined
  if (method === 'POST' && isForm(headers))
    return hasTooManyParameters(formText(body)) ? 'the form has too many parameters' : undefined
  const expected = URL.parse(url)?.searchParams.get('bodySHA256')
  if (expected == null) return 'the body is no form, and the URL has no bodySHA256 to hold it against'
  const actual = createHash('sha256').update(body).digest('hex')
  return sameText(actual, expected.toLowerCase())
    ? undefined
    : 'the body is not the one that bodySHA256 tells of'
}

function absenceOf(scheme: Scheme): string {
  return scheme.kind === 'shared key'
    ? 'signed with a shared key that is not configured: add it to the app secrets as key:<key id>:<secret>'
    : 'signed with the auth token, and only shared keys are configured: add the token to the app secrets'
}

function invalid(detail: string): Verdict {
  return { status: 'INVALID', detail }
}

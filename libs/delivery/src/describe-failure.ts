import { errorCode } from '@omnistream/common/error-code'
import { errors } from 'undici'

export type FailureCode =
  | 'http_status'
  | 'redirect'
  | 'gone'
  | 'timeout'
  | 'timeout_connect'
  | 'timeout_headers'
  | 'timeout_body'
  | 'no_connection'
  | 'stopped'
  | 'name_not_found'
  | 'name_lookup'
  | 'refused'
  | 'unreachable'
  | 'closed'
  | 'tls'
  | 'invalid_answer'
  | 'invalid_request'
  | 'network'

export type Failure = { code: FailureCode; error: string }

/** By `code` of what Node, OpenSSL, undici and our clock throw. Words for people, without addresses or paths. */
const known: Readonly<Record<string, Failure>> = {
  ENOTFOUND: { code: 'name_not_found', error: 'The name does not resolve' },
  EAI_NONAME: { code: 'name_not_found', error: 'The name does not resolve' },
  ENODATA: { code: 'name_not_found', error: 'The name has no address' },
  EAI_AGAIN: { code: 'name_lookup', error: 'The name could not be looked up right now' },
  EAI_FAIL: { code: 'name_lookup', error: 'The name could not be looked up' },
  ECONNREFUSED: { code: 'refused', error: 'Connection refused' },
  EHOSTUNREACH: { code: 'unreachable', error: 'The host cannot be reached' },
  EHOSTDOWN: { code: 'unreachable', error: 'The host cannot be reached' },
  ENETUNREACH: { code: 'unreachable', error: 'The network cannot be reached' },
  EADDRNOTAVAIL: { code: 'unreachable', error: 'The host cannot be reached' },
  ETIMEDOUT: { code: 'timeout_connect', error: 'Timed out while connecting' },
  ECONNRESET: { code: 'closed', error: 'The connection was closed before the answer was complete' },
  ECONNABORTED: { code: 'closed', error: 'The connection was closed before the answer was complete' },
  EPIPE: { code: 'closed', error: 'The connection was closed before the answer was complete' },
  UND_ERR_SOCKET: { code: 'closed', error: 'The connection was closed before the answer was complete' },
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: { code: 'closed', error: 'The answer is shorter than it says' },
  UND_ERR_HEADERS_OVERFLOW: { code: 'invalid_answer', error: 'The head of the answer is too large' },
  UND_ERR_INVALID_ARG: {
    code: 'invalid_request',
    error: 'The request cannot be sent: a header or the method is not valid HTTP',
  },
  UND_ERR_NOT_SUPPORTED: {
    code: 'invalid_request',
    error: 'The request cannot be sent: a header is not supported',
  },
  ATTEMPT_STOPPED: { code: 'stopped', error: 'The attempt was stopped' },
  POOL_CLOSED: { code: 'stopped', error: 'The sender is being stopped' },
  CERT_HAS_EXPIRED: { code: 'tls', error: 'TLS: the certificate has expired' },
  CERT_NOT_YET_VALID: { code: 'tls', error: 'TLS: the certificate is not valid yet' },
  CERT_REVOKED: { code: 'tls', error: 'TLS: the certificate was revoked' },
  ERR_TLS_CERT_ALTNAME_INVALID: { code: 'tls', error: 'TLS: the certificate is for another name' },
  DEPTH_ZERO_SELF_SIGNED_CERT: { code: 'tls', error: 'TLS: the certificate is self-signed' },
  SELF_SIGNED_CERT_IN_CHAIN: {
    code: 'tls',
    error: 'TLS: the certificate chain ends in one that is not trusted',
  },
  UNABLE_TO_GET_ISSUER_CERT: { code: 'tls', error: 'TLS: a certificate of the chain is missing' },
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: {
    code: 'tls',
    error: 'TLS: a certificate of the chain is missing or not trusted',
  },
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: { code: 'tls', error: 'TLS: a certificate of the chain is missing' },
  EPROTO: { code: 'tls', error: 'TLS: the handshake failed' },
}

const notHttp: Failure = { code: 'invalid_answer', error: 'The answer is not valid HTTP' }

const timeouts: Readonly<Record<string, FailureCode>> = {
  ATTEMPT_TIMEOUT: 'timeout',
  ATTEMPT_TIMEOUT_QUEUE: 'no_connection',
  ATTEMPT_TIMEOUT_CONNECT: 'timeout_connect',
  ATTEMPT_TIMEOUT_HEADERS: 'timeout_headers',
  ATTEMPT_TIMEOUT_BODY: 'timeout_body',
}

/** OpenSSL's verification codes that are not worth words of their own. */
const certificateCode =
  /^(?:CERT_|CRL_|UNABLE_TO_|INVALID_CA|PATH_LENGTH_|INVALID_PURPOSE|HOSTNAME_MISMATCH|OUT_OF_MEM)/

/**
 * Says in words why an exchange failed. Undefined for what is no failure of a network, a receiver or a request: that is a
 * fault of ours, to be thrown on.
 */
export function describeFailure(error: unknown): Failure | undefined {
  // Its code is missing for some of the parser's reasons.
  if (error instanceof errors.HTTPParserError) return notHttp
  const code = codeOf(error)
  if (code === undefined) return undefined
  const timeout = timeouts[code]
  if (timeout !== undefined) return { code: timeout, error: (error as Error).message }
  if (Object.hasOwn(known, code)) return known[code]
  if (code.startsWith('HPE_')) return notHttp
  if (certificateCode.test(code))
    return { code: 'tls', error: `TLS: the certificate was not accepted (${code})` }
  if (/^ERR_(?:SSL|TLS)_/.test(code)) return { code: 'tls', error: `TLS: the handshake failed (${code})` }
  if (/^(?:UND_ERR_|E[A-Z]+$|EAI_)/.test(code)) return { code: 'network', error: `Network failure (${code})` }
  return undefined
}

/** Where several addresses were tried, the first one's failure speaks for all. */
function codeOf(error: unknown): string | undefined {
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0])
  return errorCode(error)
}

import { expect, it } from 'vitest'
import { describeFailure } from './describe-failure.ts'

const failed = (code: string): Error => Object.assign(new Error(`connect ${code} 10.0.0.1:443`), { code })

it.each([
  ['ENOTFOUND', 'name_not_found', 'The name does not resolve'],
  ['ECONNREFUSED', 'refused', 'Connection refused'],
  ['CERT_HAS_EXPIRED', 'tls', 'TLS: the certificate has expired'],
  ['CERT_UNTRUSTED', 'tls', 'TLS: the certificate was not accepted (CERT_UNTRUSTED)'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls', 'TLS: the handshake failed (ERR_SSL_WRONG_VERSION_NUMBER)'],
  ['HPE_INVALID_CONSTANT', 'invalid_answer', 'The answer is not valid HTTP'],
  ['UND_ERR_SOCKET', 'closed', 'The connection was closed before the answer was complete'],
  ['ENOBUFS', 'network', 'Network failure (ENOBUFS)'],
])('says %s in words, and nothing of the address', (code, expected, words) => {
  expect(describeFailure(failed(code))).toEqual({ code: expected, error: words })
})

it('lets the first of several addresses speak for all', () => {
  const all = Object.assign(new AggregateError([failed('ECONNREFUSED'), failed('ENETUNREACH')]), {
    code: 'X',
  })
  expect(describeFailure(all)?.code).toBe('refused')
})

it.each([[new TypeError('x is not a function')], [failed('ERR_INVALID_ARG_TYPE')], ['text'], [undefined]])(
  'leaves %o to be thrown: it is a fault of ours',
  (error) => {
    expect(describeFailure(error)).toBeUndefined()
  },
)

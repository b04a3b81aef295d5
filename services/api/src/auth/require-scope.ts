import { ProblemError } from '@omnistream/common'
import type { MiddlewareHandler } from 'hono'
import type { ApiEnv } from '../http/env.ts'
import { type FindPrincipal, may, type Scope } from './principal.ts'

const realm = 'Bearer realm="omnistream"'

/**
 * Lets a request through whose bearer key has the scope (RFC 6750): 401 without a good key, 403 where the key lacks
 * the scope. The answer never tells an unknown key from an expired one.
 */
export function requireScope(find: FindPrincipal, now: () => Date, scope: Scope): MiddlewareHandler<ApiEnv> {
  return async function requireScope(c, next) {
    const header = c.req.header('authorization')
    if (header === undefined) throw unauthorized(realm, 'send an API key as Authorization: Bearer omni_…')
    const key = /^Bearer +([\x21-\x7e]{1,256}) *$/i.exec(header)?.[1]
    const principal = key === undefined ? undefined : await find(key, now())
    if (principal === undefined) {
      throw unauthorized(
        `${realm}, error="invalid_token"`,
        'this API key is not known, has expired or was revoked',
      )
    }
    c.set('principal', principal)
    Object.assign(c.get('event'), { tenant_id: principal.tenantId, key_id: principal.keyId })
    if (!may(principal, scope)) throw forbidden(scope)
    await next()
  }
}

function unauthorized(challenge: string, detail: string): ProblemError {
  return new ProblemError(401, { detail, headers: { 'www-authenticate': challenge } })
}

function forbidden(scope: Scope): ProblemError {
  return new ProblemError(403, {
    detail: `this API key lacks the scope ${scope}`,
    extensions: { scope },
    headers: { 'www-authenticate': `${realm}, error="insufficient_scope", scope="${scope}"` },
  })
}

import type { Logger } from '@omnistream/common'
import { findApiKey, type Pool, touchApiKey } from '@omnistream/postgres'
import type { FindPrincipal } from '../auth/principal.ts'

/** API keys from the suite's PostgreSQL schema; their use is noted, and a note that fails does not fail the request. */
export function postgresKeys(pool: Pool, logger: Logger): FindPrincipal {
  return async function findPrincipal(key, now) {
    const principal = await findApiKey(pool, key, now)
    if (principal === undefined) return undefined
    try {
      await touchApiKey(pool, principal, now)
    } catch (error) {
      logger.warn({ err: error, key_id: principal.keyId }, 'api_key.touch_failed')
    }
    return { keyId: principal.keyId, tenantId: principal.tenantId, scopes: principal.scopes }
  }
}

/** What a key may do; `admin` may do everything. */
export const scopes = [
  'inbox:read',
  'inbox:write',
  'audit:read',
  'replay:write',
  'webhooks:read',
  'webhooks:write',
  'admin',
] as const

export type Scope = (typeof scopes)[number]

/** Who asks: every query is bound to `tenantId`. */
export type Principal = { keyId: string; tenantId: string; scopes: readonly string[] }

/** Looks a presented key up; undefined for an unknown, expired or revoked one. Throws where the store is down. */
export type FindPrincipal = (key: string, now: Date) => Promise<Principal | undefined>

export function may(principal: Principal, scope: Scope): boolean {
  return principal.scopes.includes(scope) || principal.scopes.includes('admin')
}

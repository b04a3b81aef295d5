import { z } from 'zod'
import type { BridgeSettings } from './start-bridge.ts'

const schema = z.object({
  BRIDGE_DATABASE_URL: z.url(),
  BRIDGE_HOST: z.enum(['127.0.0.1', '::1']).default('127.0.0.1'),
  BRIDGE_PORT: z.coerce.number().int().min(0).max(65_535).default(27_117),
  BRIDGE_DATABASE_CONNECTIONS_MAX: z.coerce.number().int().min(1).max(1_000).default(32),
  BRIDGE_CURSOR_TIMEOUT_MS: z.coerce.number().int().min(100).default(600_000),
})

/** The bridge's settings from environment variables; every problem is reported at once. */
export function readSettings(environment: Record<string, string | undefined>): BridgeSettings {
  const parsed = schema.safeParse(environment)
  if (!parsed.success) throw new Error(`the bridge's settings are wrong:\n${z.prettifyError(parsed.error)}`)
  return {
    host: parsed.data.BRIDGE_HOST,
    port: parsed.data.BRIDGE_PORT,
    databaseUrl: parsed.data.BRIDGE_DATABASE_URL,
    databaseConnectionsMax: parsed.data.BRIDGE_DATABASE_CONNECTIONS_MAX,
    cursorTimeoutMs: parsed.data.BRIDGE_CURSOR_TIMEOUT_MS,
  }
}

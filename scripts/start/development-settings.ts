import { randomBytes } from 'node:crypto'
import { sampleAccount } from '@omnistream/cli/simulate/sample-account'
import type { DevstackUrls } from '@omnistream/devstack'
import type { DevelopmentValues } from './development-file.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Where the services listen, by the names of their settings. */
export type ServicePorts = {
  ingestor: { host: string; port: number }
  engine: { host: string; port: number }
  api: { host: string; port: number }
  sender: { host: string; port: number }
}

export const developmentTenant = { slug: 'development', name: 'Development' }

export type DevelopmentSettings = Record<
  | 'MONGODB_URI'
  | 'DATABASE_URL'
  | 'NATS_URL'
  | 'REDIS_URL'
  | 'DATABASE_SCHEMA'
  | 'HOOKGRES_SCHEMA'
  | 'WEBHOOK_ALLOWED_TARGETS'
  | 'BUS_PREFIX'
  | 'ENCRYPTION_KEYS'
  | 'WHATSAPP_APP_SECRET'
  | 'WHATSAPP_VERIFY_TOKEN'
  | 'OMNISTREAM_EDGE_URL'
  | 'OMNISTREAM_API_URL'
  | 'OMNISTREAM_API_KEY'
  | 'OMNISTREAM_TENANT'
  | 'OMNISTREAM_SAMPLE_SECRET'
  | 'OMNISTREAM_WHATSAPP_NUMBER_ID'
  | 'OMNISTREAM_WHATSAPP_BUSINESS_ID',
  string
>

/**
 * The settings of a development machine: the environment's where it has them, else those of the last start, else new
 * ones. Secrets are made once and kept, so that what they encrypted or signed stays readable.
 */
export function developmentSettings(
  env: Environment,
  kept: DevelopmentValues,
  urls: DevstackUrls,
  ports: ServicePorts,
): DevelopmentSettings {
  const choose = (name: string, make: () => string): string => env[name]?.trim() || kept[name] || make()
  const number = sampleAccount('whatsapp')
  const now = (name: string, fallback: string): string => env[name]?.trim() || fallback
  return {
    MONGODB_URI: urls.MONGODB_URI,
    DATABASE_URL: urls.DATABASE_URL,
    NATS_URL: urls.NATS_URL,
    REDIS_URL: urls.REDIS_URL,
    DATABASE_SCHEMA: now('DATABASE_SCHEMA', 'public'),
    HOOKGRES_SCHEMA: now('HOOKGRES_SCHEMA', 'hookgres'),
    // `omnistream listen` and the developer's own receivers are on this machine.
    WEBHOOK_ALLOWED_TARGETS: now('WEBHOOK_ALLOWED_TARGETS', 'localhost,127.0.0.1,::1'),
    BUS_PREFIX: now('BUS_PREFIX', ''),
    ENCRYPTION_KEYS: choose('ENCRYPTION_KEYS', () => `dev:${randomBytes(32).toString('base64')}`),
    WHATSAPP_APP_SECRET: choose('WHATSAPP_APP_SECRET', () => randomBytes(16).toString('hex')),
    WHATSAPP_VERIFY_TOKEN: choose('WHATSAPP_VERIFY_TOKEN', () => randomBytes(12).toString('hex')),
    OMNISTREAM_EDGE_URL: `http://${urlHost(ports.ingestor.host)}:${ports.ingestor.port}`,
    OMNISTREAM_API_URL: `http://${urlHost(ports.api.host)}:${ports.api.port}`,
    OMNISTREAM_API_KEY: choose('OMNISTREAM_API_KEY', () => ''),
    OMNISTREAM_TENANT: developmentTenant.slug,
    OMNISTREAM_SAMPLE_SECRET: choose('OMNISTREAM_SAMPLE_SECRET', () => randomBytes(16).toString('hex')),
    OMNISTREAM_WHATSAPP_NUMBER_ID: number.externalId,
    OMNISTREAM_WHATSAPP_BUSINESS_ID: number.businessId ?? '',
  }
}

/** An address that means "every interface" is reached through the loopback. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

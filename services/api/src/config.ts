import { bool, durationMs, oneOf, port, text, url, wholeNumber } from '@omnistream/common'
import { hookgresSettings } from '@omnistream/hookgres/settings'
import { mediaStorageConfig } from '@omnistream/media'
import { z } from 'zod'

/** The settings of the API, each one environment variable. */
export const apiConfig = z.object({
  API_HOST: text().default('127.0.0.1').describe('Address the API listens on; 0.0.0.0 for all'),
  API_PORT: port().default(8082).describe('Port the API listens on'),
  MONGODB_URI: url(['mongodb', 'mongodb+srv']).describe(
    'MongoDB or compatible, with the database in its path',
  ),
  DATABASE_URL: url(['postgres', 'postgresql']).describe('PostgreSQL of the suite'),
  DATABASE_SCHEMA: text().default('public').describe('PostgreSQL schema of the suite'),
  API_SEARCH_BUDGET: durationMs().default(3_000).describe('Time one search may take before it is stopped'),
  API_QUERY_BUDGET: durationMs()
    .default(5_000)
    .describe('Time any other query may take before it is stopped'),
  ...mediaStorageConfig.shape,
  WEBHOOK_AUDIT_RETENTION_DAYS: wholeNumber({ min: 0, max: 36_500 })
    .default(90)
    .describe('Days raw payloads are kept; 0 keeps them for ever'),
  UUID_BINARY_SUBTYPE: oneOf(['4', '0']).default('4').describe('BinData subtype that UUIDs are written with'),
  ...hookgresSettings,
  SHUTDOWN_GRACE: durationMs().default(15_000).describe('Time that work in hand has to finish'),
  LOG_LEVEL: oneOf(['debug', 'info', 'warn', 'error', 'silent']).default('info').describe('What is logged'),
  LOG_PRETTY: bool().default(false).describe('Logs for people instead of JSON lines'),
})

export type ApiConfig = Readonly<z.output<typeof apiConfig>>

import { bool, durationMs, oneOf, port, text, url, wholeNumber } from '@omnistream/common'
import { z } from 'zod'

/** The settings of the API, each one environment variable. */
export const apiConfigSchema = z.object({
  MONGODB_URI: url(['mongodb', 'mongodb+srv'])
    .meta({ secret: true, example: 'mongodb://127.0.0.1:27017/omnistream' })
    .describe('MongoDB, with the database in its path'),
  DATABASE_URL: url(['postgres', 'postgresql'])
    .meta({ secret: true, example: 'postgres://omnistream@127.0.0.1:5432/omnistream' })
    .describe('PostgreSQL'),
  DATABASE_SCHEMA: text()
    .optional()
    .describe("PostgreSQL schema of the suite's tables; the database's own default where absent"),
  HOST: text().default('127.0.0.1').describe('Address to listen on'),
  PORT: port().default(8082).describe('Port to listen on; 0 lets the system choose'),
  SEARCH_BUDGET_MS: durationMs().default(3_000).describe('Time one search may take'),
  QUERY_BUDGET_MS: durationMs().default(5_000).describe('Time every other query may take'),
  WEBHOOK_AUDIT_RETENTION_DAYS: wholeNumber({ min: 0, max: 36_500 })
    .default(90)
    .describe('Days a stored webhook is kept; 0 keeps it for ever'),
  UUID_BINARY_SUBTYPE: oneOf(['4', '0']).default('4').describe('BinData subtype of UUIDs in MongoDB'),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Least level that is logged'),
  LOG_PRETTY: bool().default(false).describe('Logs for people instead of JSON lines'),
})

export type ApiConfig = Readonly<z.output<typeof apiConfigSchema>>

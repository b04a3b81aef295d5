import { bool, durationMs, oneOf, port, secret, text, url, wholeNumber } from '@omnistream/common'
import { z } from 'zod'
import { mediaConfig } from './media/media-config.ts'

export const engineConfig = z.object({
  ENGINE_HOST: text().default('127.0.0.1').describe('Address of the health and metrics endpoint'),
  ENGINE_PORT: port().default(8081).describe('Port of the health and metrics endpoint'),
  MONGODB_URI: url(['mongodb', 'mongodb+srv']).describe(
    'MongoDB or compatible, with the database in its path',
  ),
  DATABASE_URL: url(['postgres', 'postgresql']).describe('PostgreSQL of the suite'),
  NATS_URL: url(['nats', 'tls', 'ws', 'wss']).describe('NATS with JetStream; several joined by commas'),
  ENCRYPTION_KEYS: secret().describe(
    'Key ring for stored secrets: id:base64key[,id2:base64key], the first encrypts',
  ),
  WEBHOOK_AUDIT_RETENTION_DAYS: wholeNumber({ min: 0, max: 36_500 })
    .default(90)
    .describe('Days raw payloads are kept; 0 keeps them for ever'),
  MAX_BODY_BYTES: wholeNumber({ min: 1024, max: 12 * 1024 * 1024 })
    .default(4 * 1024 * 1024)
    .describe('Largest webhook taken, as sent and inflated; a larger one is answered 413'),
  ENGINE_BATCH_MAX_ITEMS: wholeNumber({ min: 1, max: 1_000 })
    .default(200)
    .describe('Payloads parsed and merged together at most'),
  ENGINE_CONCURRENCY: wholeNumber({ min: 1, max: 32 }).default(2).describe('Batches under way at once'),
  ENGINE_ATTEMPTS_MAX: wholeNumber({ min: 1, max: 1_000 })
    .default(5)
    .describe('Workers that one payload may kill before it is given up and marked failed'),
  ENGINE_ACK_WAIT: durationMs()
    .default(10_000)
    .describe('Time after which the payloads of a worker that died go to another'),
  LEDGER_GRACE: durationMs()
    .default(15 * 60_000)
    .describe('Age at which an unparsed webhook makes its hour unbalanced, which is an alarm'),
  ...mediaConfig.shape,
  BUS_PREFIX: text().default('').describe('Put before every stream and subject, to share one NATS server'),
  DATABASE_SCHEMA: text().default('public').describe('PostgreSQL schema of the suite'),
  UUID_BINARY_SUBTYPE: oneOf(['4', '0']).default('4').describe('BinData subtype that UUIDs are written with'),
  SHUTDOWN_GRACE: durationMs().default(15_000).describe('Time that work in hand has to finish'),
  LOG_LEVEL: oneOf(['debug', 'info', 'warn', 'error', 'silent']).default('info').describe('What is logged'),
  LOG_PRETTY: bool().default(false).describe('Logs for people instead of JSON lines'),
})

export type EngineConfig = z.output<typeof engineConfig>

import { bool, durationMs, oneOf, port, text, url, wholeNumber } from '@omnistream/common'
import { hookgresSettings } from '@omnistream/hookgres/settings'
import { queueSettings } from '@omnistream/queue/settings'
import { z } from 'zod'

export const senderConfig = z.object({
  HOOK_SENDER_HOST: text().default('127.0.0.1').describe('Address of the health and metrics endpoint'),
  HOOK_SENDER_PORT: port().default(8083).describe('Port of the health and metrics endpoint'),
  MONGODB_URI: url(['mongodb', 'mongodb+srv']).describe(
    'MongoDB or compatible, with the database in its path',
  ),
  DATABASE_URL: url(['postgres', 'postgresql']).describe('PostgreSQL of the suite'),
  NATS_URL: url(['nats', 'tls', 'ws', 'wss']).describe('NATS with JetStream; several joined by commas'),
  ...queueSettings,
  ...hookgresSettings,
  WEBHOOK_CONNECT_TIMEOUT: durationMs()
    .default(5_000)
    .describe('Time an outgoing webhook has to resolve, connect and shake hands'),
  WEBHOOK_TIMEOUT: durationMs()
    .default(20_000)
    .describe('Time one attempt of an outgoing webhook may take altogether'),
  WEBHOOK_CONCURRENCY: wholeNumber({ min: 1, max: 2_000 })
    .default(64)
    .describe('Outgoing webhooks under way at once in one process'),
  WEBHOOK_ENDPOINT_CONCURRENCY: wholeNumber({ min: 1, max: 1_000 })
    .default(8)
    .describe('Of these, to one endpoint: what one that hangs can hold up'),
  WEBHOOK_DISABLE_AFTER: durationMs()
    .default(5 * 86_400_000)
    .describe('Time of nothing but failures after which an endpoint is disabled; 0 never does'),
  WEBHOOK_RETENTION_DAYS: wholeNumber({ min: 8, max: 36_500 })
    .default(30)
    .describe('Days that outgoing webhooks and their attempts are kept; longer than the events themselves'),
  BUS_PREFIX: text().default('').describe('Put before every stream and subject, to share one NATS server'),
  DATABASE_SCHEMA: text().default('public').describe('PostgreSQL schema of the suite'),
  UUID_BINARY_SUBTYPE: oneOf(['4', '0']).default('4').describe('BinData subtype that UUIDs are written with'),
  SHUTDOWN_GRACE: durationMs().default(15_000).describe('Time that work in hand has to finish'),
  LOG_LEVEL: oneOf(['debug', 'info', 'warn', 'error', 'silent']).default('info').describe('What is logged'),
  LOG_PRETTY: bool().default(false).describe('Logs for people instead of JSON lines'),
})

export type SenderConfig = z.output<typeof senderConfig>

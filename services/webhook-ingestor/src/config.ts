import { bool, durationMs, list, oneOf, port, secret, text, url, wholeNumber } from '@omnistream/common'
import { z } from 'zod'

const mib = 1024 * 1024

/** Everything that can be set; `pnpm docs:config` turns it into the table of docs/reference/configuration.md. */
export const ingestorConfig = z.object({
  INGESTOR_HOST: text().default('127.0.0.1').describe('Address the edge listens on; 0.0.0.0 for all'),
  INGESTOR_PORT: port().default(8080).describe('Port the edge listens on'),
  MONGODB_URI: url(['mongodb', 'mongodb+srv']).describe(
    'MongoDB or compatible, with the database in its path',
  ),
  DATABASE_URL: url(['postgres', 'postgresql']).describe('PostgreSQL of the suite'),
  NATS_URL: url(['nats', 'tls', 'ws', 'wss']).describe('NATS with JetStream; several joined by commas'),
  ENCRYPTION_KEYS: secret().describe(
    'Key ring for stored secrets: id:base64key[,id2:base64key], the first encrypts',
  ),
  WHATSAPP_APP_SECRET: list()
    .default([])
    .meta({ secret: true })
    .describe('App secrets that sign the shared WhatsApp callback; two while one is rotated'),
  WHATSAPP_VERIFY_TOKEN: list()
    .default([])
    .meta({ secret: true })
    .describe('Verify tokens accepted in the handshake of the shared WhatsApp callback'),
  MESSENGER_APP_SECRET: list()
    .default([])
    .meta({ secret: true })
    .describe('App secrets that sign the shared Messenger callback; two while one is rotated'),
  MESSENGER_VERIFY_TOKEN: list()
    .default([])
    .meta({ secret: true })
    .describe('Verify tokens accepted in the handshake of the shared Messenger callback'),
  INSTAGRAM_APP_SECRET: list()
    .default([])
    .meta({ secret: true })
    .describe('App secrets that sign the shared Instagram callback; two while one is rotated'),
  INSTAGRAM_VERIFY_TOKEN: list()
    .default([])
    .meta({ secret: true })
    .describe('Verify tokens accepted in the handshake of the shared Instagram callback'),
  SLACK_SIGNING_SECRET: list()
    .default([])
    .meta({ secret: true })
    .describe('Signing secrets of the Slack app behind the shared Slack callback'),
  LINE_CHANNEL_SECRET: list()
    .default([])
    .meta({ secret: true })
    .describe('Channel secrets behind the shared LINE callback, where all accounts have the same owner'),
  TWILIO_AUTH_TOKEN: list()
    .default([])
    .meta({ secret: true })
    .describe('Auth tokens that sign the shared Twilio callback'),
  ALLOW_UNSIGNED_WEBHOOKS: bool()
    .default(false)
    .describe('Take webhooks although no secret is configured to check them with. Never on the internet'),
  WEBHOOK_AUDIT_RETENTION_DAYS: wholeNumber({ min: 0, max: 36_500 })
    .default(90)
    .describe('Days raw payloads are kept; 0 keeps them for ever'),
  MAX_BODY_BYTES: wholeNumber({ min: 1024, max: 12 * mib })
    .default(4 * mib)
    .describe('Largest webhook taken, as sent and inflated; a larger one is answered 413'),
  INGEST_QUEUE_MAX_ITEMS: wholeNumber({ min: 1 })
    .default(5_000)
    .describe('Webhooks waiting for MongoDB at most; beyond it the edge answers 503 with Retry-After'),
  INGEST_QUEUE_MAX_BYTES: wholeNumber({ min: mib })
    .default(128 * mib)
    .describe('Bytes of those webhooks at most'),
  INGEST_BATCH_MAX_ITEMS: wholeNumber({ min: 1, max: 1_000 })
    .default(200)
    .describe('Webhooks stored by one insert at most'),
  INGEST_BATCH_CONCURRENCY: wholeNumber({ min: 1, max: 32 })
    .default(1)
    .describe('Inserts under way at once; while one is, the webhooks that arrive gather for the next'),
  PUBLIC_URL: url(['http', 'https'])
    .optional()
    .describe('URL providers call, where a proxy stands before the edge'),
  TRUSTED_PROXIES: list()
    .default([])
    .describe('Addresses or CIDR ranges whose X-Forwarded-* headers are believed'),
  BUS_PREFIX: text().default('').describe('Put before every stream and subject, to share one NATS server'),
  DATABASE_SCHEMA: text().default('public').describe('PostgreSQL schema of the suite'),
  SWEEP_INTERVAL: durationMs()
    .default(2_000)
    .describe('How often rows that never reached the bus are looked for'),
  SWEEP_AFTER: durationMs().default(15_000).describe('Age at which an unpublished row is published again'),
  UUID_BINARY_SUBTYPE: oneOf(['4', '0']).default('4').describe('BinData subtype that UUIDs are written with'),
  SHUTDOWN_GRACE: durationMs().default(15_000).describe('Time that work in hand has to finish'),
  LOG_LEVEL: oneOf(['debug', 'info', 'warn', 'error', 'silent']).default('info').describe('What is logged'),
  LOG_PRETTY: bool().default(false).describe('Logs for people instead of JSON lines'),
})

export type IngestorConfig = z.output<typeof ingestorConfig>

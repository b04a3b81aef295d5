import { list, oneOf, secret, text, url, wholeNumber } from '@omnistream/common/config-types'
import { z } from 'zod'

/** What the command can be told by the environment; each command asks only for what it needs. */
export const cliConfig = z.object({
  OMNISTREAM_API_URL: url(['http', 'https'])
    .default('http://127.0.0.1:8082')
    .describe('Where the command finds the API'),
  OMNISTREAM_API_KEY: secret().optional().describe('Key that the command shows the API'),
  OMNISTREAM_EDGE_URL: url(['http', 'https'])
    .default('http://127.0.0.1:8080')
    .describe('Where the command sends simulated webhooks'),
  OMNISTREAM_WEBHOOK_SECRET: list()
    .default([])
    .meta({ secret: true })
    .describe('Secrets that `omnistream listen` checks signatures with; two while one is rotated'),
  OMNISTREAM_TENANT: text().optional().describe('Slug of the tenant that keys and accounts are managed for'),
  OMNISTREAM_SAMPLE_SECRET: secret()
    .optional()
    .describe('Secret that simulated webhooks are signed with, on every channel but WhatsApp'),
  OMNISTREAM_WHATSAPP_NUMBER_ID: text()
    .optional()
    .describe('Phone number id of the WhatsApp account that simulated webhooks are for'),
  OMNISTREAM_WHATSAPP_BUSINESS_ID: text().optional().describe('Id of the WhatsApp Business Account it is in'),
  MONGODB_URI: url(['mongodb', 'mongodb+srv'])
    .optional()
    .describe('MongoDB or compatible, with the database in its path'),
  DATABASE_URL: url(['postgres', 'postgresql']).optional().describe('PostgreSQL of the suite'),
  NATS_URL: url(['nats', 'tls', 'ws', 'wss'])
    .optional()
    .describe('NATS with JetStream; several joined by commas'),
  ENCRYPTION_KEYS: secret()
    .optional()
    .describe('Key ring for stored secrets: id:base64key[,id2:base64key], the first encrypts'),
  WHATSAPP_APP_SECRET: list()
    .default([])
    .meta({ secret: true })
    .describe('App secrets that sign the shared WhatsApp callback; two while one is rotated'),
  WEBHOOK_AUDIT_RETENTION_DAYS: wholeNumber({ min: 0, max: 36_500 })
    .default(90)
    .describe('Days raw payloads are kept; 0 keeps them for ever'),
  BUS_PREFIX: text().default('').describe('Put before every stream and subject, to share one NATS server'),
  DATABASE_SCHEMA: text().default('public').describe('PostgreSQL schema of the suite'),
  UUID_BINARY_SUBTYPE: oneOf(['4', '0']).default('4').describe('BinData subtype that UUIDs are written with'),
  PUBLIC_URL: url(['http', 'https'])
    .optional()
    .describe('URL providers call, where a proxy stands before the edge'),
})

export type CliConfig = Readonly<z.output<typeof cliConfig>>

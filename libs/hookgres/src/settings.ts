import { bool, list, text } from '@omnistream/common/config-types'

/** What a service that uses hookgres adds to its configuration schema. */
export const hookgresSettings = {
  HOOKGRES_SCHEMA: text().default('hookgres').describe('PostgreSQL schema of the outgoing webhooks'),
  WEBHOOK_ALLOWED_TARGETS: list()
    .default([])
    .describe(
      'What outgoing webhooks may call although it is not public: addresses, ranges (10.0.0.0/8), names, *.names',
    ),
  WEBHOOK_HTTPS_ONLY: bool().default(false).describe('Outgoing webhooks go to https addresses alone'),
}

import type { IngestorConfig } from './config.ts'
import type { AppSecrets } from './receive/secrets.ts'

const none: AppSecrets = { appSecrets: [], verifyTokens: [] }

/** The secrets of the callbacks that many accounts share, by channel; a channel that has none is not in it. */
export function appSecretsOf(config: IngestorConfig): (channel: string) => AppSecrets {
  const byChannel = new Map<string, AppSecrets>([
    ['whatsapp', { appSecrets: config.WHATSAPP_APP_SECRET, verifyTokens: config.WHATSAPP_VERIFY_TOKEN }],
    ['messenger', { appSecrets: config.MESSENGER_APP_SECRET, verifyTokens: config.MESSENGER_VERIFY_TOKEN }],
    ['instagram', { appSecrets: config.INSTAGRAM_APP_SECRET, verifyTokens: config.INSTAGRAM_VERIFY_TOKEN }],
    ['slack', { appSecrets: config.SLACK_SIGNING_SECRET, verifyTokens: [] }],
    ['line', { appSecrets: config.LINE_CHANNEL_SECRET, verifyTokens: [] }],
    ['twilio', { appSecrets: config.TWILIO_AUTH_TOKEN, verifyTokens: [] }],
  ])
  return (channel) => byChannel.get(channel) ?? none
}

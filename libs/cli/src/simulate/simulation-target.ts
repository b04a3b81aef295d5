import type { Channel, SampleAccount } from '@omnistream/channels'
import { UsageError } from '../cli-error.ts'
import type { CliConfig } from '../settings/cli-config.ts'
import { callbackPath } from './callback-path.ts'
import type { SimulationOptions } from './run-simulation.ts'
import { sampleAccount } from './sample-account.ts'

export type TargetFlags = {
  url?: string
  secret?: string
  account?: string
  /** What WhatsApp calls `account`. */
  numberId?: string
  businessId?: string
}

export type Target = Required<
  Pick<SimulationOptions, 'channel' | 'url' | 'publicUrl' | 'secret' | 'secretFrom' | 'account'>
>

type Settings = {
  secretSetting: string
  secret?: string | undefined
  account?: string | undefined
  businessId?: string | undefined
}

/**
 * Whom simulated webhooks of a channel are for, where they go and what signs them: by the flags, else by the settings,
 * else as `npm start` sets a development machine up.
 * @throws {UsageError} where there is nothing to sign with.
 */
export function simulationTarget(channel: Channel, config: CliConfig, flags: TargetFlags): Target {
  const settings = settingsOf(channel.id, config)
  const secretFrom = `--secret or ${settings.secretSetting}`
  const secret = flags.secret ?? settings.secret
  if (!secret) throw new UsageError(`there is no app secret to sign with: give ${secretFrom}`)
  const usual = sampleAccount(channel.id)
  const externalId = flags.account ?? flags.numberId ?? settings.account ?? usual.externalId
  const businessId = flags.businessId ?? settings.businessId
  const account: SampleAccount = { ...usual, externalId, ...(businessId === undefined ? {} : { businessId }) }
  const path = callbackPath(channel, externalId)
  const url = flags.url ?? at(config.OMNISTREAM_EDGE_URL, path)
  // An edge behind a proxy checks signatures of the URL that the provider called.
  const publicUrl =
    flags.url !== undefined || config.PUBLIC_URL === undefined ? url : at(config.PUBLIC_URL, path)
  return { channel, url, publicUrl, secret, secretFrom, account }
}

function settingsOf(channelId: string, config: CliConfig): Settings {
  if (channelId !== 'whatsapp')
    return { secretSetting: 'OMNISTREAM_SAMPLE_SECRET', secret: config.OMNISTREAM_SAMPLE_SECRET }
  return {
    ...{ secretSetting: 'WHATSAPP_APP_SECRET', secret: config.WHATSAPP_APP_SECRET[0] },
    account: config.OMNISTREAM_WHATSAPP_NUMBER_ID,
    businessId: config.OMNISTREAM_WHATSAPP_BUSINESS_ID,
  }
}

const at = (base: string, path: string): string => base.replace(/\/+$/, '') + path

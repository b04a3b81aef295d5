import { randomInt } from 'node:crypto'
import { createApiClient } from '@omnistream/cli/api/api-client'
import { runSimulation, type SimulationResult } from '@omnistream/cli/simulate/run-simulation'
import { type DevelopmentSettings, sampleAccount } from './development-settings.ts'

const sampleCount = 6
const waitMs = 30_000

/** Sends the samples through the real edge and waits until the real search has found every one of them. */
export function sendSamples(settings: DevelopmentSettings, signal: AbortSignal): Promise<SimulationResult> {
  const [appSecret = ''] = settings.WHATSAPP_APP_SECRET.split(',')
  return runSimulation({
    count: sampleCount,
    concurrency: 3,
    url: `${settings.OMNISTREAM_EDGE_URL}/webhooks/whatsapp`,
    appSecret: appSecret.trim(),
    account: sampleAccount,
    api: createApiClient({ url: settings.OMNISTREAM_API_URL, key: settings.OMNISTREAM_API_KEY }),
    seed: randomInt(2 ** 32 - 1),
    retryForMs: waitMs,
    waitMs,
    signal,
  })
}

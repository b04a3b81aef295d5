import { randomInt } from 'node:crypto'
import { channels } from '@omnistream/channels'
import { createApiClient } from '@omnistream/cli/api/api-client'
import { readConfig } from '@omnistream/cli/settings/read-config'
import { runSimulation, type SimulationResult } from '@omnistream/cli/simulate/run-simulation'
import { simulationTarget } from '@omnistream/cli/simulate/simulation-target'
import type { DevelopmentSettings } from './development-settings.ts'

type Environment = Readonly<Record<string, string | undefined>>

export type ChannelSamples = { channel: string; url: string; result: SimulationResult }

/** Three in a row have one of the bursts that some channels send. */
const sampleCount = 3
const waitMs = 30_000

/**
 * Sends samples of every channel through the real edge and waits until the real search has found every one of them.
 *
 * @param env may name the public URL that the edge checks signatures with.
 */
export function sendSamples(
  settings: DevelopmentSettings,
  env: Environment,
  signal: AbortSignal,
): Promise<ChannelSamples[]> {
  const config = readConfig({ env: { ...env, ...settings }, development: {} })
  const api = createApiClient({ url: settings.OMNISTREAM_API_URL, key: settings.OMNISTREAM_API_KEY })
  return Promise.all(
    Object.values(channels).map(async (channel) => {
      const target = simulationTarget(channel, config, {})
      const result = await runSimulation({
        ...target,
        ...{ api, signal, count: sampleCount, concurrency: sampleCount, seed: randomInt(2 ** 32 - 1) },
        ...{ retryForMs: waitMs, waitMs },
      })
      return { channel: channel.id, url: target.url, result }
    }),
  )
}

import { connect } from 'node:net'
import { loadConfig, OmniError, port, text } from '@omnistream/common'
import { z } from 'zod'
import type { ServicePorts } from './development-settings.ts'

const schema = z.object({
  INGESTOR_HOST: text().default('127.0.0.1'),
  INGESTOR_PORT: port().default(8080),
  ENGINE_HOST: text().default('127.0.0.1'),
  ENGINE_PORT: port().default(8081),
  API_HOST: text().default('127.0.0.1'),
  API_PORT: port().default(8082),
  HOOK_SENDER_HOST: text().default('127.0.0.1'),
  HOOK_SENDER_PORT: port().default(8083),
})

/** Where the services are to listen. @throws {ConfigError} for a port that is none. */
export function readPorts(env: Readonly<Record<string, string | undefined>>): ServicePorts {
  const config = loadConfig(schema, env, { service: 'start' })
  return {
    ingestor: { host: config.INGESTOR_HOST, port: config.INGESTOR_PORT },
    engine: { host: config.ENGINE_HOST, port: config.ENGINE_PORT },
    api: { host: config.API_HOST, port: config.API_PORT },
    sender: { host: config.HOOK_SENDER_HOST, port: config.HOOK_SENDER_PORT },
  }
}

const settingOf = {
  ...{ ingestor: 'INGESTOR_PORT', engine: 'ENGINE_PORT', api: 'API_PORT', sender: 'HOOK_SENDER_PORT' },
} as const

/** @throws {OmniError} PORT_IN_USE that names the setting, before anything is started. */
export async function assertPortsFree(ports: ServicePorts): Promise<void> {
  for (const [name, setting] of Object.entries(settingOf) as [keyof ServicePorts, string][]) {
    const { host, port: wanted } = ports[name]
    if (!(await answers(host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host, wanted))) continue
    throw new OmniError(
      'PORT_IN_USE',
      `port ${wanted} is in use: stop what listens there or set ${setting} (is OmniStream running already?)`,
    )
  }
}

function answers(host: string, number: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port: number })
    const finish = (listening: boolean): void => {
      socket.destroy()
      resolve(listening)
    }
    socket.setTimeout(1_000, () => finish(false))
    socket.once('connect', () => finish(true))
    socket.once('error', () => finish(false))
  })
}

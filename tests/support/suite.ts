import { freePort } from './free-port.ts'
import { type ServiceProcess, startProcess } from './service-process.ts'
import { createTenancy, type Tenancy, type Urls } from './tenancy.ts'

export type Suite = {
  tenancy: Tenancy
  ingestor: ServiceProcess & { url: string }
  engine: ServiceProcess & { url: string }
  stop(): Promise<void>
}

/** Starts another engine over the same tenancy; the caller ends it. */
export async function startEngineProcess(
  tenancy: Tenancy,
  env: Record<string, string> = {},
  script = 'services/chat-engine/src/main.ts',
): Promise<ServiceProcess & { url: string }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const engine = await startProcess({
    script,
    env: { ...tenancy.env, LOG_LEVEL: 'info', ENGINE_PORT: String(port), ENGINE_ACK_WAIT: '3s', ...env },
    healthUrl: `${url}/healthz`,
  })
  return { ...engine, url }
}

export type SuiteOptions = {
  urls?: Partial<Urls>
  ingestorEnv?: Record<string, string>
  engineEnv?: Record<string, string>
  /** Another script in the engine's place: one that is made to die. */
  engineScript?: string
}

/** The edge and the engine as processes of their own, over a tenancy of their own. */
export async function startSuite(options: SuiteOptions = {}): Promise<Suite> {
  const tenancy = await createTenancy(options.urls)
  const started: ServiceProcess[] = []
  const stop = async (): Promise<void> => {
    await Promise.all(started.map((service) => service.kill('SIGTERM')))
    await tenancy.drop()
  }
  try {
    const ingestor = await startIngestorProcess(tenancy, options.ingestorEnv)
    started.push(ingestor)
    const engine = await startEngineProcess(tenancy, options.engineEnv, options.engineScript)
    started.push(engine)
    return { tenancy, ingestor, engine, stop }
  } catch (error) {
    // The test never gets what it would have to stop: streams that stay take the room of those to come.
    await stop()
    throw error
  }
}

async function startIngestorProcess(
  tenancy: Tenancy,
  env: Record<string, string> = {},
): Promise<ServiceProcess & { url: string }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const ingestor = await startProcess({
    script: 'services/webhook-ingestor/src/main.ts',
    env: {
      ...{ ...tenancy.env, LOG_LEVEL: 'info', INGESTOR_PORT: String(port) },
      ...{ SWEEP_AFTER: '2s', SWEEP_INTERVAL: '500ms', ...env },
    },
    healthUrl: `${url}/readyz`,
  })
  return { ...ingestor, url }
}

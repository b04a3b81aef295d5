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
  const ingestorPort = await freePort()
  const common = { ...tenancy.env, LOG_LEVEL: 'info' }
  const ingestor = await startProcess({
    script: 'services/webhook-ingestor/src/main.ts',
    env: {
      ...common,
      INGESTOR_PORT: String(ingestorPort),
      SWEEP_AFTER: '2s',
      SWEEP_INTERVAL: '500ms',
      ...options.ingestorEnv,
    },
    healthUrl: `http://127.0.0.1:${ingestorPort}/readyz`,
  })
  const engine = await startEngineProcess(tenancy, options.engineEnv, options.engineScript)
  return {
    tenancy,
    ingestor: { ...ingestor, url: `http://127.0.0.1:${ingestorPort}` },
    engine,
    async stop() {
      await Promise.all([ingestor.kill('SIGTERM'), engine.kill('SIGTERM')])
      await tenancy.drop()
    },
  }
}

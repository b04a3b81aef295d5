import { createLogger, createSupervisor } from '@omnistream/common'
import type { ServicePorts } from './development-settings.ts'
import type { LogSource } from './format-log-line.ts'
import { serviceWorker } from './service-worker.ts'

const scripts = {
  ingestor: 'services/webhook-ingestor/src/main.ts',
  engine: 'services/chat-engine/src/main.ts',
  api: 'services/api/src/main.ts',
  sender: 'services/hook-sender/src/main.ts',
} as const

const graceMs = 20_000

export type Services = {
  /** Resolves once all of them can work. @throws {OmniError} with the last thing that the one that cannot has said. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** The services as processes under one supervisor. `onLine` gets each line that one of them logs. */
export function createServices(options: {
  root: string
  env: Readonly<Record<string, string | undefined>>
  ports: ServicePorts
  stopping: AbortSignal
  onLine(source: LogSource, line: string): void
}): Services {
  const { root, env, ports, stopping, onLine } = options
  const logger = createLogger({
    service: 'start',
    destination: { write: (text: string) => onLine('start', text.trimEnd()) },
  })
  const workers = (['engine', 'sender', 'ingestor', 'api'] as const).map((name) => {
    const { host, port } = ports[name]
    const local = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
    return serviceWorker({
      ...{ name, script: scripts[name], root, graceMs, stopping },
      // We read the lines and print them for people ourselves.
      env: { ...env, LOG_PRETTY: 'false' },
      healthUrl: `http://${local}:${port}/readyz`,
      onLine: (line) => onLine(name, line),
    })
  })
  const supervisor = createSupervisor({ logger, graceMs: graceMs + 5_000, workers })
  const stop = async (): Promise<void> => {
    await supervisor.stop()
    // Those whose turn had not come yet: launched, but not the supervisor's.
    await Promise.all(workers.map((worker) => worker.stop()))
  }
  return {
    async start() {
      for (const worker of workers) worker.launch()
      try {
        await supervisor.start()
      } catch (error) {
        await stop()
        throw error
      }
    },
    stop,
  }
}

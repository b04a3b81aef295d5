import { join, relative } from 'node:path'
import { loadConfig, OmniError } from '@omnistream/common'
import { readSettings } from '@omnistream/devstack/settings'
import { ingestorConfig } from '@omnistream/webhook-ingestor'
import { openDataPlane } from './data-plane.ts'
import { readDevelopmentFile, writeDevelopmentFile } from './development-file.ts'
import { type DevelopmentSettings, developmentSettings, type ServicePorts } from './development-settings.ts'
import { formatSummary } from './format-summary.ts'
import { createLogScreen, type LogScreen } from './log-screen.ts'
import { prepareStores } from './prepare-stores.ts'
import { assertPortsFree, readPorts } from './read-ports.ts'
import { seedDevelopment } from './seed-development.ts'
import { sendSamples } from './send-samples.ts'
import { createServices } from './services.ts'
import { say } from './terminal.ts'

type Environment = Readonly<Record<string, string | undefined>>
type Undo = { what: string; close(): Promise<unknown> }

export type StartOptions = {
  root: string
  env: Environment
  /** End after the summary instead of running until stopped. */
  once: boolean
  stop: AbortSignal
}

/**
 * Data plane, settings, tables, services, samples, summary; then waits to be stopped. Whatever was started is taken
 * down again in the reverse order, however this ends.
 */
export async function runStart(options: StartOptions): Promise<void> {
  const begin = performance.now()
  const ports = readPorts(options.env)
  await assertPortsFree(ports)
  const undo: Undo[] = []
  const screen = createLogScreen()
  try {
    const { settings, file } = await openStores(options, ports, undo)
    await openServices({ ...options, env: { ...options.env, ...settings } }, ports, undo, screen)
    say('sample webhooks of every channel: sending them through the edge, looking for them with search')
    const samples = await sendSamples(settings, options.env, options.stop)
    options.stop.throwIfAborted()
    const lost = samples.filter(({ result }) => !result.ok)
    if (lost.length > 0) {
      const found = lost.map(
        ({ channel, result: { acked, sent, searchable } }) =>
          `${channel}: ${acked} of ${sent} acknowledged, ${searchable} found by search`,
      )
      throw new OmniError('SAMPLES_LOST', `the sample webhooks did not all arrive (${found.join('; ')})`)
    }
    const engineUrl = `http://${ports.engine.host}:${ports.engine.port}`
    const startedInMs = performance.now() - begin
    const settingsFile = relative(options.root, file)
    console.log(formatSummary({ samples, settings, engineUrl, startedInMs, settingsFile }))
    if (options.once) return
    console.log('Logs follow; Ctrl-C stops everything.\n')
    screen.showAll()
    await aborted(options.stop)
  } finally {
    screen.mute()
    for (const { what, close } of undo.reverse()) {
      say(what)
      await close()
    }
  }
}

type OpenStores = { settings: DevelopmentSettings; file: string }

async function openStores(options: StartOptions, ports: ServicePorts, undo: Undo[]): Promise<OpenStores> {
  const { env, stop } = options
  say('data plane: MongoDB, PostgreSQL, NATS, Valkey')
  const plane = await openDataPlane(env, say, stop)
  const leaving = plane.ours ? 'stopping the data plane' : 'the data plane ran before and goes on'
  undo.push({ what: leaving, close: plane.stop })

  const file = join(readSettings(env).dir, 'development.env')
  const settings = developmentSettings(env, await readDevelopmentFile(file), plane.urls, ports)
  const { WEBHOOK_AUDIT_RETENTION_DAYS: auditDays } = loadConfig(
    ingestorConfig,
    { ...env, ...settings },
    { service: 'start' },
  )
  const stores = await prepareStores(settings, auditDays, say)
  try {
    const { apiKey, created } = await seedDevelopment(stores.pool, settings)
    if (created.length > 0) say(`development tenant: made its ${created.join(', ')}`)
    settings.OMNISTREAM_API_KEY = apiKey
    await writeDevelopmentFile(file, settings)
  } finally {
    await stores.close()
  }
  stop.throwIfAborted()
  return { settings, file }
}

async function openServices(
  options: StartOptions,
  ports: ServicePorts,
  undo: Undo[],
  screen: LogScreen,
): Promise<void> {
  say('services: engine, sender, edge, API')
  const { root, env, stop } = options
  const services = createServices({ root, env, ports, stopping: stop, onLine: screen.show })
  undo.push({ what: 'stopping the services', close: () => services.stop() })
  const onStop = (): void => {
    // Ends a start that is under way; the undo list then has nothing left to stop.
    services.stop().catch((error: unknown) => console.error(error))
  }
  stop.addEventListener('abort', onStop, { once: true })
  try {
    await services.start()
  } finally {
    stop.removeEventListener('abort', onStop)
  }
  stop.throwIfAborted()
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

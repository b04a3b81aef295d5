import { mkdir, rm } from 'node:fs/promises'
import { chooseWay } from './choose-way.ts'
import { DevstackError } from './devstack-error.ts'
import { killServer, signalServer, startServer, stopServer } from './instance.ts'
import { ensureRootfs } from './rootfs/build-rootfs.ts'
import { type Environment, readSettings } from './settings.ts'
import { freePorts } from './system/ports.ts'
import { type DevstackUrls, type Log, type Ports, type ServiceName, serviceNames } from './types.ts'
import { urlsOf } from './urls.ts'

/** Servers of one's own, to be broken at will. */
export type PrivateDevstack = {
  urls: DevstackUrls
  ports: Ports
  /** Starts a stopped or killed server on its old port and data. */
  start: (service: ServiceName) => Promise<void>
  /** A clean stop. */
  stop: (service: ServiceName) => Promise<void>
  /** SIGKILL: what was not on disk is gone. */
  kill: (service: ServiceName) => Promise<void>
  /** SIGSTOP: connections stay open and nothing answers. */
  pause: (service: ServiceName) => Promise<void>
  resume: (service: ServiceName) => Promise<void>
  /** Kills everything and removes the data. */
  destroy: () => Promise<void>
}

/**
 * Starts servers apart from the shared ones, with their own data and ports. Any number can run side by side.
 * They end with the process that started them.
 * @param options.dir an own, empty folder
 * @param options.services what to start; `mongo` brings `postgres`
 * @param options.ports where a fixed port is needed; the others are free ones
 * @throws DevstackError; only the root file system can do this, Docker and given servers cannot
 */
export async function startPrivateDevstack(options: {
  dir: string
  services?: readonly ServiceName[]
  ports?: Partial<Ports>
  log?: Log
  env?: Environment
}): Promise<PrivateDevstack> {
  const { dir, log = () => {}, env = process.env } = options
  const settings = readSettings(env)
  if ((await chooseWay()) !== 'rootfs')
    throw new DevstackError('NO_WAY', 'private servers need root on Debian')
  const rootfs = await ensureRootfs(settings.cacheDir, settings.debianMirror, log)
  const services = startOrder(options.services ?? serviceNames)
  const ports = await choosePorts(options.ports ?? {})
  const instance = { rootfs, dir, ports, endWithParent: true }
  await mkdir(dir, { recursive: true })

  const start = (service: ServiceName) => startServer(service, instance, log)
  const signal = async (service: ServiceName, name: 'SIGSTOP' | 'SIGCONT') => {
    if (await signalServer(service, dir, name)) return
    throw new DevstackError('START_FAILED', `${service} does not run`)
  }
  const destroy = async () => {
    await Promise.all(serviceNames.map((service) => killServer(service, dir)))
    await rm(dir, { recursive: true, force: true })
  }

  try {
    for (const service of services) await start(service)
  } catch (error) {
    await destroy()
    throw error
  }
  return {
    urls: urlsOf(ports),
    ports,
    start,
    stop: (service) => stopServer(service, dir),
    kill: (service) => killServer(service, dir),
    pause: (service) => signal(service, 'SIGSTOP'),
    resume: (service) => signal(service, 'SIGCONT'),
    destroy,
  }
}

function startOrder(wanted: readonly ServiceName[]): ServiceName[] {
  const needsPostgres = wanted.includes('mongo')
  return serviceNames.filter((name) => wanted.includes(name) || (name === 'postgres' && needsPostgres))
}

async function choosePorts(fixed: Partial<Ports>): Promise<Ports> {
  const free = await freePorts(serviceNames.length)
  const entries = serviceNames.map((name, index) => [name, fixed[name] ?? free[index]])
  return Object.fromEntries(entries) as Ports
}

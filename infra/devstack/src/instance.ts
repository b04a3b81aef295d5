import { spawn } from 'node:child_process'
import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DevstackError } from './devstack-error.ts'
import { bridgeServer } from './servers/bridge.ts'
import { natsServer } from './servers/nats.ts'
import { postgresServer } from './servers/postgres.ts'
import type { InstanceOptions, Server } from './servers/server.ts'
import { valkeyServer } from './servers/valkey.ts'
import { portVariables } from './settings.ts'
import { isListening } from './system/ports.ts'
import { readPidFile, writePidFile } from './system/process-identity.ts'
import { processTree } from './system/process-tree.ts'
import { waitFor } from './system/wait-for.ts'
import type { Log, ServiceName } from './types.ts'

const startTimeoutMs = 60_000
const stopTimeoutMs = 20_000

/** Starts the server unless it runs, and waits until it answers. Needs the instance's lock. */
export async function startServer(name: ServiceName, options: InstanceOptions, log: Log): Promise<void> {
  const server = await describe(name, options)
  const pidFile = pidFileOf(options.dir, name)
  if ((await readPidFile(pidFile)) === undefined) {
    await assertPortFree(server)
    await mkdir(join(options.dir, 'data'), { recursive: true })
    await server.prepare()
    await launch(server, options)
    log(`${server.title} starts on port ${server.port}`)
  }
  await awaitReady(server, options)
  await server.afterStart?.()
}

/** Asks the server to end and waits; one that does not is killed. Nothing happens when it does not run. */
export async function stopServer(name: ServiceName, dir: string): Promise<void> {
  await endServer(name, dir, async (pid) => {
    send(pid, stopSignals[name])
    send(pid, 'SIGCONT')
  })
}

/** Kills the server and its children without warning, as a crash would. */
export async function killServer(name: ServiceName, dir: string): Promise<void> {
  await endServer(name, dir, (pid) => signalTree(pid, 'SIGKILL'))
}

/** SIGSTOP or SIGCONT to the server and its children. @returns false when it does not run */
export async function signalServer(
  name: ServiceName,
  dir: string,
  signal: 'SIGSTOP' | 'SIGCONT',
): Promise<boolean> {
  const pid = await serverPid(name, dir)
  if (pid === undefined) return false
  await signalTree(pid, signal)
  return true
}

async function endServer(name: ServiceName, dir: string, end: (pid: number) => Promise<void>): Promise<void> {
  const pidFile = pidFileOf(dir, name)
  const pid = await readPidFile(pidFile)
  if (pid !== undefined) {
    const gone = async () => (await readPidFile(pidFile)) === undefined
    await end(pid)
    if (!(await waitFor(gone, stopTimeoutMs))) {
      await signalTree(pid, 'SIGKILL')
      await waitFor(gone, stopTimeoutMs)
    }
  }
  await rm(pidFile, { force: true })
}

async function signalTree(pid: number, signal: NodeJS.Signals): Promise<void> {
  for (const one of await processTree(pid)) send(one, signal)
}

/** A process may end between the look at it and the signal. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** The process id of a running server. */
export function serverPid(name: ServiceName, dir: string): Promise<number | undefined> {
  return readPidFile(pidFileOf(dir, name))
}

export function logFileOf(dir: string, name: ServiceName): string {
  return join(dir, 'logs', `${name}.log`)
}

function pidFileOf(dir: string, name: ServiceName): string {
  return join(dir, 'run', `${name}.pid`)
}

const stopSignals: Record<ServiceName, NodeJS.Signals> = {
  postgres: 'SIGINT',
  mongo: 'SIGTERM',
  nats: 'SIGTERM',
  valkey: 'SIGTERM',
}

async function describe(name: ServiceName, options: InstanceOptions): Promise<Server> {
  switch (name) {
    case 'postgres':
      return postgresServer(options)
    case 'mongo':
      return bridgeServer(options)
    case 'nats':
      return natsServer(options)
    case 'valkey':
      return valkeyServer(options)
  }
}

async function assertPortFree(server: Server): Promise<void> {
  if (!(await isListening(server.port))) return
  throw new DevstackError(
    'PORT_IN_USE',
    `port ${server.port} for ${server.title} is in use: stop what listens there or set ${portVariables[server.name]}`,
  )
}

async function launch(server: Server, options: InstanceOptions): Promise<void> {
  const { dir } = options
  await mkdir(join(dir, 'logs'), { recursive: true })
  await mkdir(join(dir, 'run'), { recursive: true })
  const logFile = await open(logFileOf(dir, server.name), 'a')
  try {
    const child = spawn(server.command, server.argv, {
      detached: true,
      stdio: ['ignore', logFile.fd, logFile.fd],
      env: { ...process.env, ...server.env },
    })
    const failed = new Promise<never>((_, reject) => child.once('error', reject))
    await Promise.race([failed, new Promise((resolve) => child.once('spawn', resolve))])
    child.unref()
    if (child.pid !== undefined) await writePidFile(pidFileOf(dir, server.name), child.pid)
  } finally {
    await logFile.close()
  }
}

async function awaitReady(server: Server, { dir }: InstanceOptions): Promise<void> {
  let died = false
  const ready = await waitFor(async () => {
    if (await server.isReady()) return true
    died = (await serverPid(server.name, dir)) === undefined
    return died
  }, startTimeoutMs)
  if (ready && !died) return
  const said = (await readFile(logFileOf(dir, server.name), 'utf8').catch(() => '')).trim().split('\n').at(-1)
  const problem = died ? 'ended at once' : `did not answer within ${startTimeoutMs / 1000} s`
  throw new DevstackError(
    'START_FAILED',
    `${server.title} ${problem}: ${said} (log: ${logFileOf(dir, server.name)})`,
  )
}

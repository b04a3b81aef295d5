import { readFile } from 'node:fs/promises'
import { DevstackError } from './devstack-error.ts'
import { run } from './system/run.ts'

/** How the servers come about when the environment does not name them. */
export type Way = 'docker' | 'rootfs'

/** What the choice depends on. */
export type Machine = { docker: boolean; platform: string; debianLike: boolean; root: boolean }

const dockerTimeoutMs = 10_000

/**
 * A Docker engine that answers, else a root file system of our own.
 * @throws DevstackError NO_WAY or NOT_ROOT that names the three ways
 */
export function decideWay(machine: Machine): Way {
  if (machine.docker) return 'docker'
  if (machine.platform !== 'linux') throw noWay('NO_WAY', 'this is not Linux')
  if (!machine.debianLike) throw noWay('NO_WAY', 'this is neither Debian nor Ubuntu')
  if (!machine.root) throw noWay('NOT_ROOT', 'you are not root')
  return 'rootfs'
}

/** decideWay for the machine this runs on. */
export async function chooseWay(): Promise<Way> {
  const [docker, debianLike] = await Promise.all([dockerAnswers(), isDebianLike()])
  return decideWay({ docker, debianLike, platform: process.platform, root: process.getuid?.() === 0 })
}

/** True when there is an engine, and the compose plugin to use it with. */
export async function dockerAnswers(): Promise<boolean> {
  const options = { timeoutMs: dockerTimeoutMs }
  const engine = await run('docker', ['version', '--format', '{{.Server.Version}}'], options)
  if (engine.code !== 0) return false
  return (await run('docker', ['compose', 'version'], options)).code === 0
}

function noWay(code: 'NO_WAY' | 'NOT_ROOT', why: string): DevstackError {
  return new DevstackError(
    code,
    `no servers (${why}): set MONGODB_URI, DATABASE_URL, NATS_URL and REDIS_URL, or start Docker, or run as root on Debian or Ubuntu`,
  )
}

async function isDebianLike(): Promise<boolean> {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '')
  return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(release)
}

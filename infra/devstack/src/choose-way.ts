import { readFile } from 'node:fs/promises'
import { DevstackError } from './devstack-error.ts'
import { run } from './system/run.ts'

/** How the servers come about when the environment does not name them. */
export type Way = 'docker' | 'rootfs'

const dockerTimeoutMs = 10_000

/**
 * A Docker engine that answers, else a root file system of our own.
 * @throws DevstackError NO_WAY or NOT_ROOT that names the three ways
 */
export async function chooseWay(): Promise<Way> {
  if (await dockerAnswers()) return 'docker'
  if (process.platform !== 'linux' || !(await isDebianLike()))
    throw noWay('NO_WAY', 'this is no Debian or Ubuntu')
  if (process.getuid?.() !== 0) throw noWay('NOT_ROOT', 'you are not root')
  return 'rootfs'
}

function noWay(code: 'NO_WAY' | 'NOT_ROOT', why: string): DevstackError {
  return new DevstackError(
    code,
    `no servers (${why}): set MONGODB_URI, DATABASE_URL, NATS_URL and REDIS_URL, or start Docker, or run as root on Debian or Ubuntu`,
  )
}

async function dockerAnswers(): Promise<boolean> {
  const { code } = await run('docker', ['version', '--format', '{{.Server.Version}}'], {
    timeoutMs: dockerTimeoutMs,
  })
  return code === 0
}

async function isDebianLike(): Promise<boolean> {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '')
  return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(release)
}

import { access, mkdir, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DevstackError } from '../devstack-error.ts'
import { run } from '../system/run.ts'
import { withLock } from '../system/with-lock.ts'
import type { Log } from '../types.ts'
import { debianMirror } from './debian-mirror.ts'
import { buildBytes, recipe, rootfsName } from './recipe.ts'

const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg'
/** Older debootstraps have no script of the suite's name; all of Debian's are this one. */
const debootstrapScript = '/usr/share/debootstrap/scripts/sid'
const progressIntervalMs = 5_000
const aptEnvironment = { DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' }

/**
 * The path of the root file system with all servers, built first if the cache has none. It is built beside its place and
 * renamed at the end, so an interrupted build leaves nothing that looks finished.
 * @throws DevstackError DISK_FULL, BUILD_FAILED or NO_WAY
 */
export async function ensureRootfs(
  cacheDir: string,
  mirrorSetting: string | undefined,
  log: Log,
): Promise<string> {
  const target = join(cacheDir, rootfsName)
  if (await exists(target)) return target
  return withLock(join(cacheDir, `${rootfsName}.lock`), log, async () => {
    if (!(await exists(target))) await build(target, cacheDir, mirrorSetting, log)
    return target
  })
}

async function build(
  target: string,
  cacheDir: string,
  mirrorSetting: string | undefined,
  log: Log,
): Promise<void> {
  const startedMs = performance.now()
  await assertSpace(cacheDir)
  log(
    'building the data plane once: PostgreSQL, DocumentDB, NATS and Valkey (downloads 250 MB, takes minutes)',
  )
  const building = `${target}.building`
  await rm(building, { recursive: true, force: true })
  await mkdir(building, { recursive: true })
  await installDebootstrap(log)
  const mirror = await debianMirror(mirrorSetting)

  const { suite, variant, packages } = recipe
  const options = [`--variant=${variant}`, `--keyring=${keyring}`]
  await step('base system', 'debootstrap', [...options, suite, building, mirror, debootstrapScript], log)
  await preventServices(building)
  const install = ['apt-get', 'install', '-y', '--no-install-recommends', ...packages]
  await step('servers', ...inChroot(building, install), log)
  await step('cleaning', ...inChroot(building, ['apt-get', 'clean']), log)
  await rm(join(building, 'var/lib/apt/lists'), { recursive: true, force: true })
  await rename(building, target)
  log(`the data plane is built (${Math.round((performance.now() - startedMs) / 1000)} s)`)
}

async function assertSpace(dir: string): Promise<void> {
  const { bavail, bsize } = await statfs(dir)
  const problem = spaceProblem(bavail * bsize, dir)
  if (problem !== undefined) throw new DevstackError('DISK_FULL', problem)
}

/** The line to show when `freeBytes` are too few for a build; undefined when they suffice. */
export function spaceProblem(freeBytes: number, dir: string): string | undefined {
  if (freeBytes >= buildBytes) return undefined
  const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`
  return `building the data plane needs ${gigabytes(buildBytes)} in ${dir}; ${gigabytes(freeBytes)} are free`
}

async function installDebootstrap(log: Log): Promise<void> {
  if ((await exists('/usr/sbin/debootstrap')) && (await exists(keyring))) return
  await step('package lists', 'apt-get', ['update'], log)
  await step('debootstrap', 'apt-get', ['install', '-y', 'debootstrap', 'debian-archive-keyring'], log)
}

/** No server starts, and no database is made, while packages are installed. */
async function preventServices(root: string): Promise<void> {
  await writeFile(join(root, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  await mkdir(join(root, 'etc/postgresql-common'), { recursive: true })
  await writeFile(join(root, 'etc/postgresql-common/createcluster.conf'), 'create_main_cluster = false\n')
}

/** The mounts live in a namespace of their own and go with the process. */
function inChroot(root: string, argv: string[]): [string, string[]] {
  const script = 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"'
  return ['unshare', ['--mount', '--propagation', 'private', 'sh', '-c', script, root, ...argv]]
}

async function step(title: string, command: string, argv: string[], log: Log): Promise<void> {
  log(`  ${title} …`)
  let toldMs = performance.now()
  const onLine = (line: string) => {
    if (performance.now() - toldMs < progressIntervalMs || line.trim() === '') return
    toldMs = performance.now()
    log(`  ${title}: ${line.trim().slice(0, 100)}`)
  }
  const { code, output } = await run(command, argv, { env: { ...process.env, ...aptEnvironment }, onLine })
  if (code === 0) return
  const reason = output.trim().split('\n').slice(-3).join(' | ')
  throw new DevstackError('BUILD_FAILED', `building the data plane failed at "${title}": ${reason}`)
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

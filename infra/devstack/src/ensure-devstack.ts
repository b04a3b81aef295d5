import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chooseWay } from './choose-way.ts'
import { composeUp } from './docker.ts'
import { startServer } from './instance.ts'
import { ensureRootfs } from './rootfs/build-rootfs.ts'
import { type Environment, readSettings } from './settings.ts'
import { withLock } from './system/with-lock.ts'
import type { DevstackUrls, Log } from './types.ts'
import { missingServices, urlsOf } from './urls.ts'

/**
 * Sees to it that the shared servers run. Safe to call from several processes at once; when everything runs
 * already it takes well under a second.
 * @returns the addresses to use
 * @throws DevstackError with one line that says what to do
 */
export async function ensureDevstack(options: { log: Log; env?: Environment }): Promise<DevstackUrls> {
  const { log, env = process.env } = options
  const settings = readSettings(env)
  const services = missingServices(settings.given)
  const urls = { ...urlsOf(settings.ports), ...settings.given }
  if (services.length === 0) return urls

  if ((await chooseWay()) === 'docker') {
    await composeUp(settings.ports, services, log)
    return urls
  }
  const rootfs = await ensureRootfs(settings.cacheDir, settings.debianMirror, log)
  const { dir, ports } = settings
  await mkdir(dir, { recursive: true })
  await withLock(join(dir, 'up.lock'), log, async () => {
    for (const service of services)
      await startServer(service, { rootfs, dir, ports, endWithParent: false }, log)
  })
  return urls
}

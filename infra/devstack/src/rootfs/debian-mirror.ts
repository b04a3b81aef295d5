import { readFile } from 'node:fs/promises'
import { DevstackError } from '../devstack-error.ts'
import { run } from '../system/run.ts'

/**
 * The Debian mirror to build from: the setting, else the one the machine's own apt uses.
 * @throws DevstackError NO_WAY when apt has no Debian mirror
 */
export async function debianMirror(setting: string | undefined): Promise<string> {
  if (setting !== undefined) return setting
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '')
  const isDebian = /^ID="?debian"?$/m.test(release)
  const { output } = await run('apt-get', [
    'indextargets',
    '--format',
    '$(REPO_URI) $(CODENAME)',
    'Created-By: Packages',
  ])
  const targets = output.split('\n').map((line) => line.split(' '))
  const own = targets.find(
    ([uri, codename]) => uri?.startsWith('http') && !codename?.includes('security'),
  )?.[0]
  if (isDebian && own !== undefined) return own
  throw new DevstackError(
    'NO_WAY',
    "this machine's apt names no Debian mirror: set OMNISTREAM_DEBIAN_MIRROR to the address of one",
  )
}

import type { UserIds } from './user-ids.ts'

/** Where the data folder of an instance is seen inside the root file system. */
export const dataMount = '/mnt'

/** Signals setpriv sends to the server when its starter dies. */
export type ParentDeathSignal = 'INT' | 'TERM'

/**
 * The command line that runs a server inside the root file system, as its own user, with the data folder
 * mounted. All steps `exec` the next, so the process id that is started is the server's own; the mounts are
 * private to it and end with it.
 */
export function commandInRootfs(options: {
  rootfs: string
  dataDir: string
  user: UserIds
  argv: string[]
  parentDeathSignal?: ParentDeathSignal
}): { command: string; argv: string[] } {
  const { rootfs, dataDir, user, argv, parentDeathSignal } = options
  const script = [
    `mount --bind "$1" "$0${dataMount}"`,
    'mount --rbind /dev "$0/dev"',
    '(mount -t proc proc "$0/proc" 2>/dev/null || mount --rbind /proc "$0/proc")',
    'root=$0; shift; exec chroot "$root" "$@"',
  ].join(' && ')
  const setpriv = ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups']
  if (parentDeathSignal) setpriv.push(`--pdeathsig=${parentDeathSignal}`)
  return {
    command: 'unshare',
    argv: ['--mount', '--propagation', 'private', 'sh', '-c', script, rootfs, dataDir, ...setpriv, ...argv],
  }
}

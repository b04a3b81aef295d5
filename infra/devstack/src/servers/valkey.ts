import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { commandInRootfs, dataMount } from '../rootfs/command-in-rootfs.ts'
import { userIds } from '../rootfs/user-ids.ts'
import type { InstanceOptions, Server } from './server.ts'
import { talk } from './talk.ts'

/** Valkey with an append-only file; `noeviction` is what queues need. */
export async function valkeyServer(options: InstanceOptions): Promise<Server> {
  const { rootfs, dir, ports } = options
  const dataDir = join(dir, 'data')
  const user = await userIds(rootfs, 'valkey')
  const settings = {
    bind: '127.0.0.1',
    port: String(ports.valkey),
    dir: `${dataMount}/valkey`,
    appendonly: 'yes',
    'maxmemory-policy': 'noeviction',
    daemonize: 'no',
  }
  return {
    name: 'valkey',
    title: 'Valkey',
    port: ports.valkey,
    ...commandInRootfs({
      rootfs,
      dataDir,
      user,
      argv: [
        '/usr/bin/valkey-server',
        ...Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
      ],
      ...(options.endWithParent ? { parentDeathSignal: 'TERM' as const } : {}),
    }),
    stopSignal: 'SIGTERM',
    isReady: async () => (await talk(ports.valkey, 'PING\r\n')).startsWith('+PONG'),
    prepare: async () => {
      const folder = join(dataDir, 'valkey')
      await mkdir(folder, { recursive: true })
      await chown(folder, user.uid, user.gid)
    },
  }
}

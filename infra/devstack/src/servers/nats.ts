import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { commandInRootfs, dataMount } from '../rootfs/command-in-rootfs.ts'
import { userIds } from '../rootfs/user-ids.ts'
import type { InstanceOptions, Server } from './server.ts'
import { talk } from './talk.ts'

/** NATS with JetStream in files. An acknowledged publish survives a killed server; against a power cut its 2-minute sync is what protects. */
export async function natsServer(options: InstanceOptions): Promise<Server> {
  const { rootfs, dir, ports } = options
  const dataDir = join(dir, 'data')
  const user = await userIds(rootfs, 'nats')
  return {
    name: 'nats',
    title: 'NATS',
    port: ports.nats,
    ...commandInRootfs({
      rootfs,
      dataDir,
      user,
      argv: ['/usr/sbin/nats-server', '-c', `${dataMount}/nats/nats.conf`],
      ...(options.endWithParent ? { parentDeathSignal: 'TERM' as const } : {}),
    }),
    stopSignal: 'SIGTERM',
    isReady: async () => (await talk(ports.nats, '')).startsWith('INFO'),
    prepare: async () => {
      const folder = join(dataDir, 'nats')
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, 'nats.conf'), natsConf(ports.nats))
      await chown(folder, user.uid, user.gid)
    },
  }
}

function natsConf(port: number): string {
  return `host: "127.0.0.1"
port: ${port}
server_name: omnistream
jetstream {
  store_dir: "${dataMount}/nats"
  max_memory_store: 256MB
  max_file_store: 20GB
}
`
}

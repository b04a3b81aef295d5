import { resolve } from 'node:path'
import { MongoClient } from 'mongodb'
import type { InstanceOptions, Server } from './server.ts'

const main = resolve(import.meta.dirname, '../../bridge/src/main.ts')
const probeTimeoutMs = 2_000

/** The MongoDB wire bridge: the only server that is a Node.js process outside of the root file system. */
export function bridgeServer(options: Omit<InstanceOptions, 'rootfs'>): Server {
  const { ports, endWithParent } = options
  const node = [process.execPath, main]
  const [command, ...argv] = endWithParent ? ['setpriv', '--pdeathsig=TERM', ...node] : node
  return {
    name: 'mongo',
    title: 'MongoDB bridge',
    port: ports.mongo,
    command: command ?? process.execPath,
    argv,
    env: {
      BRIDGE_PORT: String(ports.mongo),
      BRIDGE_DATABASE_URL: `postgres://postgres@127.0.0.1:${ports.postgres}/postgres`,
    },
    stopSignal: 'SIGTERM',
    isReady: () => answersPing(ports.mongo),
    prepare: async () => {},
  }
}

async function answersPing(port: number): Promise<boolean> {
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: probeTimeoutMs,
    connectTimeoutMS: probeTimeoutMs,
    socketTimeoutMS: probeTimeoutMs,
  })
  try {
    await client.db('admin').command({ ping: 1 })
    return true
  } catch {
    return false
  } finally {
    await client.close()
  }
}

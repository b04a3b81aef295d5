import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient, type MongoClientOptions } from 'mongodb'
import { type PrivateDevstack, startPrivateDevstack } from '../../../src/index.ts'
import { type Bridge, type BridgeSettings, startBridge } from '../start-bridge.ts'

export type PrivateBridge = {
  bridge: Bridge
  /** Has PostgreSQL alone; break it as you like. */
  servers: PrivateDevstack
  lines: string[]
  connect: (options?: MongoClientOptions) => Promise<MongoClient>
  destroy: () => Promise<void>
}

/** A bridge in this process in front of a PostgreSQL of its own. */
export async function startPrivateBridge(settings: Partial<BridgeSettings> = {}): Promise<PrivateBridge> {
  const dir = await mkdtemp(join(tmpdir(), 'omnistream-bridge-'))
  const servers = await startPrivateDevstack({ dir, services: ['postgres'] })
  const lines: string[] = []
  const clients: MongoClient[] = []
  const bridge = await startBridge(
    {
      host: '127.0.0.1',
      port: 0,
      databaseUrl: `postgres://postgres@127.0.0.1:${servers.ports.postgres}/postgres`,
      databaseConnectionsMax: 8,
      cursorTimeoutMs: 600_000,
      ...settings,
    },
    (line) => lines.push(line),
  )
  return {
    bridge,
    servers,
    lines,
    connect: async (options = {}) => {
      const uri = `mongodb://127.0.0.1:${bridge.port}/?directConnection=true`
      const client = await MongoClient.connect(uri, { serverSelectionTimeoutMS: 10_000, ...options })
      clients.push(client)
      return client
    },
    destroy: async () => {
      await Promise.all(clients.map((client) => client.close()))
      await bridge.close()
      await servers.destroy()
    },
  }
}

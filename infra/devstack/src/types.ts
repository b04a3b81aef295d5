/** The servers of the data plane. `mongo` is the bridge in front of DocumentDB, so it brings `postgres`. */
export type ServiceName = 'postgres' | 'mongo' | 'nats' | 'valkey'

export const serviceNames: readonly ServiceName[] = ['postgres', 'mongo', 'nats', 'valkey']

export type Ports = Record<ServiceName, number>

/** Where the servers are, by the names the services' settings use. */
export type DevstackUrls = {
  MONGODB_URI: string
  DATABASE_URL: string
  NATS_URL: string
  REDIS_URL: string
}

/** Takes one line of progress. */
export type Log = (line: string) => void

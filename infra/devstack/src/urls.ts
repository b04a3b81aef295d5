import type { DevstackUrls, Ports, ServiceName } from './types.ts'

const host = '127.0.0.1'

/** The addresses of servers on these loopback ports. */
export function urlsOf(ports: Ports): DevstackUrls {
  return {
    MONGODB_URI: `mongodb://${host}:${ports.mongo}/omnistream?directConnection=true`,
    DATABASE_URL: `postgres://postgres@${host}:${ports.postgres}/omnistream`,
    NATS_URL: `nats://${host}:${ports.nats}`,
    REDIS_URL: `redis://${host}:${ports.valkey}`,
  }
}

const variableOf: Record<ServiceName, keyof DevstackUrls> = {
  mongo: 'MONGODB_URI',
  postgres: 'DATABASE_URL',
  nats: 'NATS_URL',
  valkey: 'REDIS_URL',
}

/** The services nobody has named a server for, in the order they must start. */
export function missingServices(given: Partial<DevstackUrls>): ServiceName[] {
  const missing = new Set<ServiceName>()
  for (const [service, variable] of Object.entries(variableOf) as [ServiceName, keyof DevstackUrls][]) {
    if (given[variable] === undefined) missing.add(service)
  }
  if (missing.has('mongo')) missing.add('postgres')
  return (['postgres', 'mongo', 'nats', 'valkey'] as const).filter((service) => missing.has(service))
}

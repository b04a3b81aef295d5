import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { Client } from 'undici'
import type { Connector } from './guarded-connector.ts'

/** One connection to one origin, for one request at a time. */
export type PooledClient = {
  client: Client
  isConnected(): boolean
  /** Closes it at once, with what is on it. */
  destroy(reason: Error | null): void
}

/**
 * @param idleMs how long the connection is kept unused where the receiver names no time (a `Keep-Alive` header).
 * @param onDisconnect called when the connection is lost, by whomever.
 */
export function createPooledClient(
  origin: string,
  connector: Connector,
  { idleMs, onDisconnect }: { idleMs: number; onDisconnect: () => void },
): PooledClient {
  let socket: Socket | undefined
  const client = new Client(origin, {
    connect(options, callback) {
      socket = connector(options, callback)
    },
    allowH2: false,
    pipelining: 1,
    // The times of an attempt are kept by its own clock, which knows what it is waiting for.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    // A receiver that says "5 seconds" may close a little early: be a second ahead of it.
    keepAliveTimeoutThreshold: 1_000,
  })
  client.on('disconnect', onDisconnect)
  // Not in undici's types, but emitted, and without a listener it would end the process.
  const events: EventEmitter = client
  events.on('error', onDisconnect)
  return {
    client,
    isConnected: () => client.stats.connected,
    // A socket that is still connecting is not yet undici's to close.
    destroy: (reason) => client.destroy(reason, () => socket?.destroy()),
  }
}

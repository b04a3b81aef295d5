import { OmniError } from '@omnistream/common'
import { connect, Events, type JetStreamClient, type JetStreamManager, type NatsConnection } from 'nats'

export type BusLogger = {
  info(fields: Record<string, unknown>, message: string): void
  warn(fields: Record<string, unknown>, message: string): void
}

export type BusConnection = {
  /** False while the server cannot be reached; the connection redials for ever. */
  isUp(): boolean
  /** The JetStream client. @throws {OmniError} BUS_DOWN at once while there is no server. */
  jetstream(): JetStreamClient
  /** @throws {OmniError} BUS_DOWN while there is no server. */
  manager(): Promise<JetStreamManager>
  /** Resolves with true when the server answers, with false when `signal` aborts first. */
  untilUp(signal: AbortSignal): Promise<boolean>
  /** Resolves when the connection of this moment is closed for good; one that only redials is not. */
  closed(): Promise<void>
  close(): Promise<void>
}

export type BusOptions = { servers: string; name: string; logger: BusLogger; redialMs?: number }

/**
 * Dials in the background and redials for ever, so that a service starts and lives on without NATS
 * (lessons #33: workers dead until somebody restarts them).
 */
export function connectBus({ servers, name, logger, redialMs = 500 }: BusOptions): BusConnection {
  let connection: NatsConnection | undefined
  let up = false
  let closed = false
  const waiting = new Set<() => void>()

  const markUp = (): void => {
    up = true
    for (const wake of waiting) wake()
    waiting.clear()
  }

  const dialling = dial().catch((error: unknown) => {
    logger.warn({ err: error }, 'bus.dial_ended')
  })

  async function dial(): Promise<void> {
    while (!closed) {
      try {
        connection = await connect({
          servers: servers.split(','),
          name,
          maxReconnectAttempts: -1,
          reconnectTimeWait: redialMs,
          reconnectJitter: redialMs / 2,
          // A server whose credentials are being changed refuses for a while; that is no reason to give up.
          ignoreAuthErrorAbort: true,
          pingInterval: 5_000,
          maxPingOut: 2,
          timeout: 3_000,
          // A stack trace for each publish, in case it fails, was a tenth of the edge's time.
          noAsyncTraces: true,
        })
        if (closed) return await connection.close()
        markUp()
        logger.info({}, 'bus.up')
        return await watch(connection)
      } catch (error) {
        logger.warn({ err: error }, 'bus.down')
        await new Promise((resolve) => setTimeout(resolve, redialMs))
      }
    }
  }

  /** Returns, by throwing, once the connection is closed and not by us. */
  async function watch(live: NatsConnection): Promise<void> {
    // The iterator of a closed connection never ends, so nobody waits for it.
    follow(live).catch((error: unknown) => logger.warn({ err: error }, 'bus.status_ended'))
    await live.closed()
    up = false
    if (!closed)
      throw new OmniError('BUS_CLOSED', 'the NATS connection was closed by the server', { retryable: true })
  }

  async function follow(live: NatsConnection): Promise<void> {
    for await (const status of live.status()) {
      if (status.type === Events.Disconnect) {
        up = false
        logger.warn({}, 'bus.down')
      } else if (status.type === Events.Reconnect) {
        markUp()
        logger.info({}, 'bus.up')
      }
    }
  }

  const live = (): NatsConnection => {
    if (connection && up) return connection
    throw new OmniError('BUS_DOWN', 'NATS cannot be reached', { retryable: true })
  }

  return {
    isUp: () => up,
    jetstream: () => live().jetstream({ timeout: 5_000 }),
    manager: () => live().jetstreamManager({ timeout: 5_000, checkAPI: false }),
    untilUp: (signal) =>
      new Promise((resolve) => {
        if (up || signal.aborted) return resolve(up)
        const wake = (): void => {
          signal.removeEventListener('abort', onAbort)
          resolve(true)
        }
        const onAbort = (): void => {
          waiting.delete(wake)
          resolve(false)
        }
        waiting.add(wake)
        signal.addEventListener('abort', onAbort, { once: true })
      }),
    async closed() {
      await connection?.closed()
    },
    async close() {
      closed = true
      up = false
      await connection?.close()
      await dialling
    },
  }
}

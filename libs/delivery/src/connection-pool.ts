import { OmniError } from '@omnistream/common/errors'
import type { Client } from 'undici'
import type { Connector } from './guarded-connector.ts'
import { createPooledClient, type PooledClient } from './pooled-client.ts'

export type PoolLimits = {
  /** Connections to one origin (scheme, host, port). */
  perOrigin: number
  /** Connections in all, the idle ones among them. */
  total: number
  /** How long an unused connection is kept; ms. */
  idleMs: number
}

/** A connection, for one request. */
export type Lease = {
  client: Client
  isConnected(): boolean
  /** Gives the connection back; without `keep` it is closed. */
  release(keep: boolean): void
  /** Closes it at once, with what is on it. */
  cut(reason: Error): void
}

export type ConnectionPool = {
  /** Waits for a connection of this origin. Rejects with the signal's reason, or OmniError POOL_CLOSED. */
  acquire(origin: string, signal: AbortSignal): Promise<Lease>
  /** Takes no more requests, closes what is idle and resolves when the last request has ended. */
  close(): Promise<void>
  size(): { open: number; idle: number }
}

type Origin = { name: string; open: number; idle: Entry[]; waiters: Set<Waiter> }
type Entry = { origin: Origin; connection: PooledClient; gone: boolean }
type Waiter = { give(entry: Entry): void; refuse(error: Error): void }

/**
 * Keeps connections alive and counts them: at most `perOrigin` to one receiver and `total` in all (lessons #32: a new
 * connection for each delivery). An unused connection makes room for another origin; where all are in use, the origins
 * take turns.
 */
export function createConnectionPool(connector: Connector, limits: PoolLimits): ConnectionPool {
  const origins = new Map<string, Origin>()
  /** Origins that somebody waits for; the next in turn is the first. */
  const waiting = new Set<Origin>()
  const idle = new Set<Entry>() // the one that has been unused longest is the first
  let open = 0
  let closed = false
  let whenEmpty = (): void => {}

  const originOf = (name: string): Origin => {
    const origin = origins.get(name) ?? { name, open: 0, idle: [], waiters: new Set() }
    origins.set(name, origin)
    return origin
  }

  function take(origin: Origin): Entry | undefined {
    const kept = origin.idle.pop()
    if (kept) {
      idle.delete(kept)
      return kept
    }
    if (origin.open >= limits.perOrigin) return undefined
    if (open >= limits.total) {
      const [oldest] = idle
      if (!oldest) return undefined
      remove(oldest, null)
    }
    return add(origin)
  }

  function add(origin: Origin): Entry {
    const onDisconnect = (): void => {
      if (idle.has(entry)) drop(entry, null)
    }
    const connection = createPooledClient(origin.name, connector, { idleMs: limits.idleMs, onDisconnect })
    const entry: Entry = { origin, connection, gone: false }
    open += 1
    origin.open += 1
    return entry
  }

  function remove(entry: Entry, reason: Error | null): void {
    if (entry.gone) return
    const { origin } = entry
    entry.gone = true
    open -= 1
    origin.open -= 1
    if (idle.delete(entry)) origin.idle.splice(origin.idle.indexOf(entry), 1)
    if (origin.open === 0 && origin.waiters.size === 0) origins.delete(origin.name)
    entry.connection.destroy(reason)
    if (open === 0) whenEmpty()
  }

  function drop(entry: Entry, reason: Error | null): void {
    remove(entry, reason)
    serveNext()
  }

  /** One connection has become free, so one waiter at most can go on. */
  function serveNext(): void {
    for (const origin of waiting) {
      const [waiter] = origin.waiters
      const entry = waiter && take(origin)
      if (!waiter || !entry) continue
      forget(origin, waiter)
      if (waiting.delete(origin)) waiting.add(origin)
      waiter.give(entry)
      return
    }
  }

  function forget(origin: Origin, waiter: Waiter): void {
    origin.waiters.delete(waiter)
    if (origin.waiters.size > 0) return
    waiting.delete(origin)
    if (origin.open === 0) origins.delete(origin.name)
  }

  function wait(origin: Origin, signal: AbortSignal): Promise<Entry> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        forget(origin, waiter)
        reject(signal.reason)
      }
      const waiter: Waiter = {
        give(entry) {
          signal.removeEventListener('abort', giveUp)
          resolve(entry)
        },
        refuse(error) {
          signal.removeEventListener('abort', giveUp)
          reject(error)
        },
      }
      signal.addEventListener('abort', giveUp, { once: true })
      origin.waiters.add(waiter)
      waiting.add(origin)
    })
  }

  function giveBack(entry: Entry, keep: boolean): void {
    if (entry.gone) return
    if (keep && !closed && entry.connection.isConnected()) {
      idle.add(entry)
      entry.origin.idle.push(entry)
      serveNext()
    } else drop(entry, null)
  }

  return {
    async acquire(name, signal) {
      if (closed) throw poolClosed()
      signal.throwIfAborted()
      const origin = originOf(name)
      const free = origin.waiters.size === 0 ? take(origin) : undefined
      const entry = free ?? (await wait(origin, signal))
      return {
        client: entry.connection.client,
        isConnected: entry.connection.isConnected,
        release: (keep) => giveBack(entry, keep),
        cut: (reason) => drop(entry, reason),
      }
    },
    async close() {
      closed = true
      for (const { waiters } of [...waiting]) for (const waiter of waiters) waiter.refuse(poolClosed())
      waiting.clear()
      for (const entry of [...idle]) remove(entry, null)
      if (open > 0) await new Promise<void>((resolve) => (whenEmpty = resolve))
    },
    size: () => ({ open, idle: idle.size }),
  }
}

const poolClosed = (): OmniError => new OmniError('POOL_CLOSED', 'The sender is being stopped')

import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { createAttemptClock, type Timeouts } from './attempt-clock.ts'
import type { ConnectionPool } from './connection-pool.ts'

export type ExchangeRequest = {
  url: URL
  method: string
  headers: Record<string, string | string[]>
  body: Uint8Array | null
  timeouts: Timeouts
  signal?: AbortSignal | undefined
}

export type Answer = {
  status: number
  headers: IncomingHttpHeaders
  body: Readable
  /** To be called for each piece of the body: the time for the next one begins. */
  touch(): void
}

/**
 * One request and its answer on one connection. The connection is kept when `read` has read the body to its end, and
 * closed otherwise; either way nothing of the exchange is left when the promise settles.
 * @throws what the network, the guard or `read` throws, or the clock's OmniError when the time is over.
 */
export async function exchange<T>(
  pool: ConnectionPool,
  { url, method, headers, body, timeouts, signal: stop }: ExchangeRequest,
  read: (answer: Answer) => Promise<T>,
): Promise<T> {
  const clock = createAttemptClock(timeouts, stop)
  try {
    const lease = await pool.acquire(url.origin, clock.signal)
    const cut = (): void => lease.cut(clock.signal.reason as Error)
    const onConnect = (): void => clock.enter('headers')
    clock.signal.addEventListener('abort', cut, { once: true })
    lease.client.on('connect', onConnect)
    let keep = false
    try {
      if (clock.signal.aborted) throw clock.signal.reason
      clock.enter(lease.isConnected() ? 'headers' : 'connect')
      const path = `${url.pathname}${url.search}`
      const answer = await lease.client.request({ path, method, headers, body })
      clock.enter('body')
      const { statusCode, headers: answered, body: stream } = answer
      // Between two readers nobody may be listening when the connection breaks.
      stream.on('error', () => {})
      const value = await read({ status: statusCode, headers: answered, body: stream, touch: clock.touch })
      keep = stream.readableEnded
      return value
    } finally {
      clock.signal.removeEventListener('abort', cut)
      lease.client.off('connect', onConnect)
      lease.release(keep)
    }
  } catch (error) {
    // What a cut connection says is only the consequence.
    throw clock.signal.aborted ? clock.signal.reason : error
  } finally {
    clock.end()
  }
}

import { isIP, connect as netConnect, type Socket } from 'node:net'
import { connect as tlsConnect } from 'node:tls'
import type { buildConnector } from 'undici'
import type { Guard } from './guard/create-guard.ts'
import { plainHostname } from './guard/parse-target.ts'
import { createPinnedLookup } from './pinned-lookup.ts'

export type TlsOptions = {
  /** Authorities in PEM form that are trusted instead of the built-in ones: for receivers with a certificate of their own. */
  ca?: string | readonly string[]
}

/** Opens one connection and returns its socket at once, so that the caller can cut an attempt that takes too long. */
export type Connector = (
  options: buildConnector.Options,
  callback: buildConnector.Callback,
) => Socket | undefined

/** How long the first of several addresses may take before the next one is tried too (RFC 8305; Node's own is 250 ms). */
const nextAddressAfterMs = 1_000

/**
 * Connects where the guard permits, and nowhere else: address literals are judged here, names in the lookup, and the
 * address that the socket ended at once more. Only HTTP/1.1 is offered: one request at a time on a connection, with the
 * length of its body exact.
 */
export function createGuardedConnector(guard: Guard, tls: TlsOptions = {}): Connector {
  const lookup = createPinnedLookup(guard)
  const ca = tls.ca === undefined ? {} : { ca: typeof tls.ca === 'string' ? tls.ca : [...tls.ca] }

  return function connectGuarded({ hostname, protocol, port }, callback) {
    const host = plainHostname(hostname)
    try {
      if (isIP(host) !== 0) guard.requireAddress(host, host)
    } catch (error) {
      queueMicrotask(() => callback(error as Error, null))
      return undefined
    }

    const isTls = protocol === 'https:'
    const options = {
      host: isIP(host) === 0 ? hostname : host,
      port: Number(port) || (isTls ? 443 : 80),
      lookup,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: nextAddressAfterMs,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: 60_000,
    }
    const servername = isIP(host) === 0 ? { servername: host } : {}
    const socket = isTls
      ? tlsConnect({ ...options, ...servername, ...ca, ALPNProtocols: ['http/1.1'] })
      : netConnect(options)

    let settled = false
    const settle = (...result: Parameters<buildConnector.Callback>): void => {
      if (settled) return
      settled = true
      callback(...result)
    }
    return socket
      .once(isTls ? 'secureConnect' : 'connect', () => {
        try {
          // A socket that is gone already has no address any more.
          if (socket.remoteAddress === undefined) throw closedEarly()
          guard.requireAddress(host, socket.remoteAddress)
          settle(null, socket)
        } catch (error) {
          settle(error as Error, null)
          socket.destroy()
        }
      })
      .on('error', (error) => settle(error, null))
      .on('close', () => settle(closedEarly(), null))
  }
}

const closedEarly = (): Error =>
  Object.assign(new Error('the connection was closed while it was opened'), { code: 'ECONNRESET' })

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { errorCode } from './error-code.ts'
import { OmniError } from './errors.ts'

export type HttpLimits = {
  /** A client must have sent its headers, and the whole request, within these times (slow loris). */
  headersTimeoutMs: number
  requestTimeoutMs: number
  keepAliveTimeoutMs: number
  maxHeaderBytes: number
  maxConnections: number
}

export const defaultHttpLimits: HttpLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 65_000,
  maxHeaderBytes: 16_384,
  maxConnections: 10_000,
}

export type StartServerOptions = {
  app: { fetch(request: Request, env: never): Response | Promise<Response> }
  host: string
  /** 0 lets the system choose. */
  port: number
  limits?: Partial<HttpLimits>
  /** The variable an operator changes when the port is taken. */
  portSetting?: string
  /** Told about errors outside the app, such as too many open files when a connection comes in. */
  onError?(error: unknown): void
}

export type RunningServer = {
  url: string
  port: number
  /** Takes no new connections, lets requests in flight end within `graceMs`, then cuts what is left. */
  close(graceMs: number): Promise<void>
}

const closeStepMs = 25

/** Serves a Hono app. Throws OmniError (PORT_IN_USE, PORT_FORBIDDEN, HOST_UNKNOWN) with one line an operator can act on. */
export const startServer = async (options: StartServerOptions): Promise<RunningServer> => {
  const limits = { ...defaultHttpLimits, ...options.limits }
  const answer = getRequestListener((request, env) => options.app.fetch(request, env as never))
  const server = createServer(
    {
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      maxHeaderSize: limits.maxHeaderBytes,
      connectionsCheckingInterval: Math.max(100, Math.min(5_000, Math.floor(limits.headersTimeoutMs / 4))),
    },
    (incoming, outgoing) => {
      answer(incoming, outgoing).catch((error: unknown) => {
        options.onError?.(error)
        outgoing.destroy()
      })
    },
  )
  server.maxConnections = limits.maxConnections
  await listen(server, options)
  const { port } = server.address() as AddressInfo
  const host = options.host.includes(':') ? `[${options.host}]` : options.host
  let closing: Promise<void> | undefined
  return {
    url: `http://${host}:${port}`,
    port,
    close: (graceMs) => {
      closing ??= closeServer(server, graceMs)
      return closing
    },
  }
}

const listen = (
  server: Server,
  { host, port, portSetting = 'PORT', onError }: StartServerOptions,
): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      const code = errorCode(cause)
      const where = `${host}:${port}`
      if (code === 'EADDRINUSE') {
        reject(
          new OmniError(
            'PORT_IN_USE',
            `port ${port} is in use by another program: set ${portSetting} to a free one`,
            { cause },
          ),
        )
      } else if (code === 'EACCES') {
        reject(
          new OmniError(
            'PORT_FORBIDDEN',
            `not allowed to listen on ${where}: set ${portSetting} to 1024 or above`,
            { cause },
          ),
        )
      } else {
        reject(
          new OmniError('HOST_UNKNOWN', `cannot listen on ${where} (${code ?? 'unknown error'})`, { cause }),
        )
      }
    })
    server.listen(port, host, () => {
      server.removeAllListeners('error')
      server.on('error', (error) => onError?.(error))
      resolve()
    })
  })

/** Node closes idle connections once, at close(); those that become idle later have to be closed as they do. */
const closeServer = (server: Server, graceMs: number): Promise<void> =>
  new Promise((resolve) => {
    const sweep = setInterval(() => server.closeIdleConnections(), closeStepMs)
    const cut = setTimeout(() => server.closeAllConnections(), graceMs)
    server.close(() => {
      clearInterval(sweep)
      clearTimeout(cut)
      resolve()
    })
  })

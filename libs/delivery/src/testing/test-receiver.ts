import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer, type Server as NetServer, type Socket } from 'node:net'
import { testCertificate, testKey } from './test-certificate.ts'

export type TestReceiver = {
  url: string
  port: number
  /** Connections that were ever opened. */
  opened(): number
  /** Connections that are open now. */
  sockets: ReadonlySet<Socket>
  close(): Promise<void>
}

export type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

/** A receiver on a loopback port, as a real HTTP server. */
export const startReceiver = (listener: Listener): Promise<TestReceiver> =>
  listen(createServer({ keepAliveTimeout: 60_000 }, toRequestListener(listener)), 'http')

/** The same under TLS, with the certificate for receiver.test. */
export const startTlsReceiver = (listener: Listener): Promise<TestReceiver> =>
  listen(createTlsServer({ key: testKey, cert: testCertificate }, toRequestListener(listener)), 'https')

/** A receiver that answers as it likes, byte by byte. */
export const startRawReceiver = (onSocket: (socket: Socket) => void): Promise<TestReceiver> =>
  listen(createTcpServer(onSocket), 'http')

/** A listener that fails cuts its answer, so that the test sees it. */
const toRequestListener =
  (listener: Listener): RequestListener =>
  (request, response) => {
    Promise.resolve(listener(request, response)).catch((error: Error) => response.destroy(error))
  }

async function listen(server: Server | NetServer, scheme: string): Promise<TestReceiver> {
  const sockets = new Set<Socket>()
  let opened = 0
  server.on('connection', (socket: Socket) => {
    opened += 1
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port was given')
  return {
    url: `${scheme}://127.0.0.1:${address.port}`,
    port: address.port,
    opened: () => opened,
    sockets,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The whole body of a request. */
export async function readBody(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(stream))
}

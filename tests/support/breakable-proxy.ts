import { createConnection, createServer, type Server, type Socket } from 'node:net'

/** A TCP relay in front of a server that a test can cut and mend, as a network does. */
export type BreakableProxy = { port: number; cut(): void; mend(): void; close(): Promise<void> }

export async function startProxy(targetPort: number): Promise<BreakableProxy> {
  const sockets = new Set<Socket>()
  let broken = false
  const server: Server = createServer((client) => {
    if (broken) {
      client.destroy()
      return
    }
    const upstream = createConnection({ port: targetPort, host: '127.0.0.1' })
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.pipe(upstream).pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the proxy has no port')
  const cut = (): void => {
    broken = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: address.port,
    cut,
    mend() {
      broken = false
    },
    async close() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

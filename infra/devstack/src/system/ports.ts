import { connect, createServer } from 'node:net'

const loopback = '127.0.0.1'

/** True when something accepts connections there. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: loopback, port })
    const finish = (listening: boolean) => {
      socket.destroy()
      resolve(listening)
    }
    socket.setTimeout(1_000, () => finish(false))
    socket.once('connect', () => finish(true))
    socket.once('error', () => finish(false))
  })
}

/** `count` different ports that are free now. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, listenAnywhere))
  const ports = servers.map(({ port }) => port)
  await Promise.all(servers.map(({ close }) => close()))
  return ports
}

function listenAnywhere(): Promise<{ port: number; close: () => Promise<void> }> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ host: loopback, port: 0 }, () => {
      const address = server.address()
      if (address === null || typeof address === 'string') return reject(new TypeError('no port'))
      const close = () => new Promise<void>((done) => server.close(() => done()))
      resolve({ port: address.port, close })
    })
  })
}

import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Hono } from 'hono'
import { afterEach, describe, expect, it } from 'vitest'
import { createHttpApp } from './http-app.ts'
import { type RunningServer, type StartServerOptions, startServer } from './http-server.ts'
import { createLogger } from './logger.ts'
import { createMetrics } from './metrics.ts'
import { waitFor } from './wait-for.ts'

const servers: RunningServer[] = []
const start = async (
  app: StartServerOptions['app'],
  options: Partial<StartServerOptions> = {},
): Promise<RunningServer> => {
  const server = await startServer({ app, host: '127.0.0.1', port: 0, ...options })
  servers.push(server)
  return server
}
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close(0)))
})

const open = (port: number): { socket: Socket; closed: Promise<string> } => {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString()))
  socket.on('error', () => {})
  return { socket, closed: new Promise((resolve) => socket.on('close', () => resolve(text))) }
}

const hello = (): Hono => new Hono().get('/', (c) => c.text('hello'))

describe('startServer', () => {
  it('serves on a port of the system’s choice and names it', async () => {
    const server = await start(hello())
    expect(server.url).toBe(`http://127.0.0.1:${server.port}`)
    expect(await (await fetch(server.url)).text()).toBe('hello')
  })

  it('says in one line which port is taken and which setting changes it', async () => {
    const { port } = await start(hello())
    await expect(start(hello(), { port, portSetting: 'INGESTOR_PORT' })).rejects.toMatchObject({
      code: 'PORT_IN_USE',
      message: `port ${port} is in use by another program: set INGESTOR_PORT to a free one`,
    })
  })

  it('says when the host is not one of this machine', async () => {
    await expect(start(hello(), { host: '203.0.113.1' })).rejects.toMatchObject({ code: 'HOST_UNKNOWN' })
  })

  it('cuts a client that sends its headers too slowly', async () => {
    const server = await start(hello(), { limits: { headersTimeoutMs: 150, requestTimeoutMs: 300 } })
    const { socket, closed } = open(server.port)
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n')
    expect(await closed).toMatch(/^HTTP\/1\.1 408/)
  })

  it('cuts a client that sends its body too slowly, and does not call that an error of ours', async () => {
    const lines: string[] = []
    const logger = createLogger({ service: 'edge', destination: { write: (line) => void lines.push(line) } })
    const app = createHttpApp({ service: 'edge', logger, metrics: createMetrics({ service: 'edge' }) })
    app.post('/', async (c) => c.text(await c.req.text()))
    const server = await start(app, { limits: { headersTimeoutMs: 150, requestTimeoutMs: 300 } })
    const { socket, closed } = open(server.port)
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nab')
    expect(await closed).not.toMatch(/ 200 /)
    const event = await waitFor(() => lines[0], { deadlineMs: 2_000, describe: 'the event' })
    expect(JSON.parse(event)).toMatchObject({ level: 'info', status: 400, route: '/' })
  })

  it('refuses oversized headers', async () => {
    const server = await start(hello(), { limits: { maxHeaderBytes: 2_048 } })
    const answer = await fetch(server.url, { headers: { 'x-long': 'x'.repeat(4_000) } })
    expect(answer.status).toBe(431)
  })

  it('takes no more connections than it may', async () => {
    const server = await start(hello(), { limits: { maxConnections: 1 } })
    const first = open(server.port)
    await waitFor(() => !first.socket.connecting, { deadlineMs: 1_000, describe: 'the first connection' })
    expect(await open(server.port).closed).toBe('')
    first.socket.destroy()
  })

  it('lets a request in flight end before it closes, and takes no new connection meanwhile', async () => {
    let release: () => void = () => {}
    let entered = false
    const app = new Hono().get('/', async (c) => {
      entered = true
      await new Promise<void>((resolve) => {
        release = resolve
      })
      return c.text('done')
    })
    const server = await start(app)
    const answering = fetch(server.url)
    await waitFor(() => entered, { deadlineMs: 2_000, describe: 'the request' })
    const closing = server.close(10_000)
    await expect(fetch(server.url)).rejects.toThrow()
    release()
    expect(await (await answering).text()).toBe('done')
    await closing
  })

  it('closes idle keep-alive connections at once', async () => {
    const server = await start(hello())
    const agent = new Agent({ keepAlive: true })
    await new Promise<void>((resolve, reject) => {
      request(server.url, { agent }, (answer) => answer.resume().on('end', resolve))
        .on('error', reject)
        .end()
    })
    const begin = performance.now()
    await server.close(30_000)
    expect(performance.now() - begin).toBeLessThan(5_000)
    agent.destroy()
  })

  it('cuts a request that outlives the grace', async () => {
    let entered = false
    const app = new Hono().get('/', () => {
      entered = true
      return new Promise<Response>(() => {})
    })
    const server = await start(app)
    const answering = fetch(server.url).then(
      () => 'answered',
      () => 'cut',
    )
    await waitFor(() => entered, { deadlineMs: 2_000, describe: 'the request' })
    await server.close(50)
    expect(await answering).toBe('cut')
  })
})

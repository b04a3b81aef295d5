import { mkdtemp } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import pg from 'pg'
import { afterEach, expect, it } from 'vitest'
import { type PrivateDevstack, type ServiceName, startPrivateDevstack } from './index.ts'
import { talk } from './servers/talk.ts'
import { freePorts, isListening } from './system/ports.ts'

const started: PrivateDevstack[] = []
const newDir = () => mkdtemp(join(tmpdir(), 'omnistream-devstack-'))

async function startOwn(services: ServiceName[]): Promise<PrivateDevstack> {
  const own = await startPrivateDevstack({ dir: await newDir(), services })
  started.push(own)
  return own
}
afterEach(() => Promise.all(started.splice(0).map((own) => own.destroy())))

it('runs several instances side by side, and keeps what was written through kill and start', async () => {
  const [first, second] = await Promise.all([startOwn(['mongo']), startOwn(['mongo'])])
  const insert = async (own: PrivateDevstack, who: string) => {
    await using client = await MongoClient.connect(own.urls.MONGODB_URI)
    await client.db().collection('who').insertOne({ who })
  }
  await Promise.all([insert(first, 'first'), insert(second, 'second')])
  await first.kill('postgres')
  await first.start('postgres')
  await using client = await MongoClient.connect(first.urls.MONGODB_URI)
  expect(
    await client
      .db()
      .collection('who')
      .find({}, { projection: { _id: 0 } })
      .toArray(),
  ).toEqual([{ who: 'first' }])
})

it('creates the relational database with durable commits, under a user that is not root', async () => {
  const own = await startOwn(['postgres'])
  const client = new pg.Client({ connectionString: own.urls.DATABASE_URL })
  await client.connect()
  const { rows } = await client.query(
    `select current_setting('fsync') fsync, current_setting('synchronous_commit') sync`,
  )
  await client.end()
  expect(rows).toEqual([{ fsync: 'on', sync: 'on' }])
})

it('stops, starts, pauses and resumes a single server', async () => {
  const own = await startOwn(['nats', 'valkey'])
  await own.stop('nats')
  expect(await isListening(own.ports.nats)).toBe(false)
  expect(await talk(own.ports.valkey, 'PING\r\n')).toContain('PONG')
  await own.start('nats')
  expect(await talk(own.ports.nats, '')).toContain('"jetstream":true')
  await own.pause('valkey')
  expect(await talk(own.ports.valkey, 'PING\r\n')).toBe('')
  await own.resume('valkey')
  expect(await talk(own.ports.valkey, 'PING\r\n')).toContain('PONG')
})

it('says in one line which port is taken and which setting changes it', async () => {
  const [port = 0] = await freePorts(1)
  const squatter = await new Promise<Server>((resolve) => {
    const server = createServer().listen(port, '127.0.0.1', () => resolve(server))
  })
  const start = startPrivateDevstack({ dir: await newDir(), services: ['nats'], ports: { nats: port } })
  await expect(start).rejects.toMatchObject({
    code: 'PORT_IN_USE',
    message: `port ${port} for NATS is in use: stop what listens there or set OMNISTREAM_NATS_PORT`,
  })
  squatter.close()
})

it('leaves no server behind when it is destroyed', async () => {
  const own = await startOwn(['valkey'])
  await own.destroy()
  expect(await isListening(own.ports.valkey)).toBe(false)
})

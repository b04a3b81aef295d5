import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitFor } from '@omnistream/common'
import { type PrivateDevstack, startPrivateDevstack } from '@omnistream/devstack'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectBus } from './connect-bus.ts'
import { publishAll } from './publish.ts'
import { leftIn, numbered, publishNames, startConsumer } from './testing/start-consumer.ts'
import { createTestBus, type TestBus, webhook } from './testing/test-bus.ts'

const outageMs = 12_000
let server: PrivateDevstack
let own: TestBus

beforeAll(async () => {
  const dir = await mkdtemp(join(tmpdir(), 'omnistream-bus-'))
  server = await startPrivateDevstack({ dir, services: ['nats'] })
  own = await createTestBus({ url: server.urls.NATS_URL })
})
afterAll(async () => {
  await own.bus.close()
  await server.destroy()
})

const serving = async (name: string): Promise<void> => {
  await publishNames(own, [name])
  await waitFor(async () => (await leftIn(own)) === 0, { deadlineMs: 20_000, describe: `${name} to be done` })
}

it('a server that is killed and stays away for long comes back to a consumer that goes on alone', async () => {
  const done: string[] = []
  const hold = Promise.withResolvers<void>()
  const consumer = startConsumer(
    own,
    async (deliveries) => {
      if (deliveries.some(({ envelope }) => envelope.channel === 'slow')) await hold.promise
      done.push(...deliveries.map(({ envelope }) => envelope.channel))
      return deliveries.map(() => ({ kind: 'ack' }))
    },
    { batchMax: 1, concurrency: 2 },
  )
  await serving('before')
  // One batch is in hand while the server dies, and its work ends while there is no server.
  await publishNames(own, ['slow'])
  await server.kill('nats')
  await waitFor(() => !own.bus.isUp(), { deadlineMs: 10_000, describe: 'the loss to be seen' })
  const lostAt = performance.now()
  expect(() => own.bus.jetstream()).toThrow(expect.objectContaining({ code: 'BUS_DOWN' }))
  expect(
    await publishAll(own.bus, [{ subject: own.on.webhook('x', 'y'), messageId: 'x', envelope: webhook() }]),
  ).toMatchObject([{ ok: false, error: { code: 'BUS_DOWN', retryable: true } }])
  hold.resolve()
  await waitFor(() => performance.now() - lostAt > outageMs, { deadlineMs: 60_000, describe: 'the outage' })

  await server.start('nats')
  expect(await own.bus.untilUp(AbortSignal.timeout(10_000))).toBe(true)
  await publishNames(own, numbered(5))
  await serving('after')
  expect(new Set(done)).toEqual(new Set(['before', 'slow', ...numbered(5), 'after']))
  // What was done while the server was away may be done again, nothing else.
  expect(done.filter((name) => name !== 'slow')).toHaveLength(7)
  await consumer.stop()
  expect(own.logged.map(({ message }) => message)).toEqual(expect.arrayContaining(['bus.down', 'bus.up']))
})

it('a bus that starts before its server waits for it', async () => {
  await server.kill('nats')
  const early = createTestBus({ url: server.urls.NATS_URL })
  await server.start('nats')
  const late = await early
  expect(late.bus.isUp()).toBe(true)
  await late.bus.close()
})

it('a bus that never found its server can be closed', async () => {
  await server.kill('nats')
  const lost = connectBus({ servers: server.urls.NATS_URL, name: 'lost', logger: own.logger, redialMs: 50 })
  expect(await lost.untilUp(AbortSignal.timeout(200))).toBe(false)
  await lost.close()
  expect(lost.isUp()).toBe(false)
  await server.start('nats')
  await waitFor(() => own.bus.isUp(), { deadlineMs: 10_000, describe: 'the other bus' })
})

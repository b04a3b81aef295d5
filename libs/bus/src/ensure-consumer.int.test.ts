import { AckPolicy } from 'nats'
import { afterEach, expect, it } from 'vitest'
import { type ConsumerOptions, ensureConsumer } from './ensure-consumer.ts'
import { createTestBus, type TestBus } from './testing/test-bus.ts'

let own: TestBus
afterEach(() => own.remove())

const settings = (changes: Partial<ConsumerOptions> = {}): ConsumerOptions => ({
  ...{ stream: own.names.webhooks, durable: 'engine', filter: own.on.allWebhooks },
  ...{ ackWaitMs: 30_000, maxDeliver: 10, maxAckPending: 100, ...changes },
})
const config = async () => (await own.manager.consumers.info(own.names.webhooks, 'engine')).config

it('makes the consumer once, whoever asks and how often', async () => {
  own = await createTestBus()
  await Promise.all(Array.from({ length: 8 }, () => ensureConsumer(own.manager, settings())))
  const { created } = await own.manager.consumers.info(own.names.webhooks, 'engine')
  await ensureConsumer(own.manager, settings())
  expect((await own.manager.consumers.info(own.names.webhooks, 'engine')).created).toBe(created)
})

it('brings an existing consumer to changed settings', async () => {
  own = await createTestBus()
  await ensureConsumer(own.manager, settings())
  const filter = own.on.webhook('whatsapp', 'acme')
  await ensureConsumer(own.manager, settings({ ackWaitMs: 5_000, maxDeliver: 3, maxAckPending: 7, filter }))
  expect(await config()).toMatchObject({
    ...{ ack_wait: 5_000_000_000, max_deliver: 3, max_ack_pending: 7, filter_subject: filter },
  })
})

it('changes the settings of a consumer that is in use, and what it has handed out stays handed out', async () => {
  own = await createTestBus()
  await ensureConsumer(own.manager, settings())
  await own.bus.jetstream().publish(own.on.webhook('whatsapp', 'a'))
  const consumer = await own.bus.jetstream().consumers.get(own.names.webhooks, 'engine')
  const taken = await consumer.next({ expires: 2_000 })
  await ensureConsumer(own.manager, settings({ maxAckPending: 50 }))
  expect(await own.manager.consumers.info(own.names.webhooks, 'engine')).toMatchObject({
    ...{ num_ack_pending: 1, num_pending: 0 },
  })
  expect(taken).not.toBeNull()
})

it('refuses a consumer of the same name that acknowledges otherwise', async () => {
  own = await createTestBus()
  await own.manager.consumers.add(own.names.events, { durable_name: 'engine', ack_policy: AckPolicy.All })
  const other = settings({ stream: own.names.events, filter: own.on.allEvents })
  await expect(ensureConsumer(own.manager, other)).rejects.toMatchObject({
    code: 'CONSUMER_REFUSED',
    message: expect.stringContaining(`engine of ${own.names.events}`),
  })
})

import { uuidv7 } from '@omnistream/common'
import { afterEach, expect, it } from 'vitest'
import { decodeEnvelope } from './envelope.ts'
import { type Outgoing, publishAll } from './publish.ts'
import { createTestBus, smallLimits, type TestBus, webhook } from './testing/test-bus.ts'

let own: TestBus
afterEach(() => own.remove())

const outgoing = (messageId = uuidv7(), channel = 'whatsapp'): Outgoing => ({
  ...{ subject: own.on.webhook(channel, 'acme'), messageId, envelope: webhook(channel) },
})
const held = async (): Promise<number> => (await own.manager.streams.info(own.names.webhooks)).state.messages

it('stores a message once under its id and says that the second was a duplicate', async () => {
  own = await createTestBus()
  const message = outgoing('audit-1')
  const [first] = await publishAll(own.bus, [message])
  const [second] = await publishAll(own.bus, [message])
  expect(first).toMatchObject({ ok: true, duplicate: false, sequence: 1 })
  expect(second).toMatchObject({ ok: true, duplicate: true, sequence: 1 })
  expect(await held()).toBe(1)
})

it('stores a replay of the same payload, because it goes out under an id of its own', async () => {
  own = await createTestBus()
  const live = outgoing('audit-1')
  const again = { ...live, subject: own.on.replay('whatsapp', 'acme'), messageId: 'run-1:audit-1' }
  expect(await publishAll(own.bus, [live, again])).toMatchObject([
    { ok: true, duplicate: false },
    { ok: true, duplicate: false },
  ])
  expect(await held()).toBe(2)
})

it('takes the same id on both streams: each keeps its own window', async () => {
  own = await createTestBus()
  const event = { ...outgoing('one-id'), subject: own.on.event('tenant', 'message.created') }
  const outcomes = await publishAll(own.bus, [outgoing('one-id'), event])
  expect(outcomes.map((outcome) => outcome.ok && outcome.duplicate)).toEqual([false, false])
})

it('carries the envelope and the trace', async () => {
  own = await createTestBus()
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  const message = { ...outgoing(), traceparent }
  await publishAll(own.bus, [message])
  const stored = await own.manager.streams.getMessage(own.names.webhooks, { seq: 1 })
  expect(stored.header.get('traceparent')).toBe(traceparent)
  expect(decodeEnvelope(stored.data)).toEqual(message.envelope)
})

it('answers for each message alone: one above the server’s limit fails and its neighbours are stored', async () => {
  own = await createTestBus()
  const huge = { ...outgoing(), envelope: webhook('x'.repeat(2 * 1024 ** 2)) }
  const outcomes = await publishAll(own.bus, [outgoing(), huge, outgoing()])
  expect(outcomes.map(({ ok }) => ok)).toEqual([true, false, true])
  expect(outcomes[1]).toMatchObject({ error: { code: 'PUBLISH_TOO_LARGE', retryable: false } })
  expect(await held()).toBe(2)
})

it('publishes tens of thousands without any of them running out of time in the queue', async () => {
  own = await createTestBus({ limits: { ...smallLimits, webhooksMaxBytes: 64 * 1024 ** 2 } })
  const count = 28_000
  const outcomes = await publishAll(
    own.bus,
    Array.from({ length: count }, () => outgoing()),
  )
  expect(outcomes.filter(({ ok }) => !ok)).toEqual([])
  expect(await held()).toBe(count)
}, 120_000)

it('is refused by a full work queue, which keeps every id that it has', async () => {
  own = await createTestBus({ limits: { ...smallLimits, webhooksMaxBytes: 2_000 } })
  const outcomes = await publishAll(
    own.bus,
    Array.from({ length: 50 }, () => outgoing()),
  )
  const stored = outcomes.filter(({ ok }) => ok)
  expect(stored.length).toBeGreaterThan(0)
  expect(stored.length).toBeLessThan(50)
  expect(await held()).toBe(stored.length)
  expect(outcomes.find(({ ok }) => !ok)).toMatchObject({
    error: { code: 'PUBLISH_REFUSED', message: expect.stringContaining('maximum bytes'), retryable: true },
  })
  // The ids that were refused are taken once there is room: they never were in the window.
  await own.manager.streams.purge(own.names.webhooks)
  expect(await publishAll(own.bus, [outgoing()])).toMatchObject([{ ok: true, duplicate: false }])
})

it('has no outcome but failure for a subject that no stream takes', async () => {
  own = await createTestBus()
  const [outcome] = await publishAll(own.bus, [{ ...outgoing(), subject: `${own.prefix}nobody` }])
  expect(outcome?.ok).toBe(false)
})

import { waitFor } from '@omnistream/common'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { HookReceiver, Received } from '../testing/hook-receiver.ts'
import { createTestHookgres, quick, type TestHookgres, tenantId } from '../testing/test-hookgres.ts'

let own: TestHookgres
beforeEach(async () => {
  own = await createTestHookgres()
})
afterEach(() => own.remove())

const eventType = 'message.created'
const send = (payload: unknown = {}) => own.hookgres.send({ tenantId, eventType, payload })

const verify = (secret: string, hook: Received): unknown =>
  new Webhook(secret).verify(hook.body, hook.headers as Record<string, string>)

/** The one delivery there is, with its attempts, oldest first. */
async function only() {
  const page = await own.hookgres.deliveries.list({ tenantId })
  if (!page.ok || page.items[0] === undefined) throw new Error('no delivery')
  const [delivery] = page.items
  const attempts = await own.hookgres.attempts.list({ tenantId, deliveryId: delivery.id })
  if (!attempts.ok) throw new Error('no attempts')
  return { delivery, attempts: attempts.items.toReversed() }
}

const received = (receiver: HookReceiver, count: number) =>
  waitFor(() => receiver.received.length >= count, { deadlineMs: 10_000, describe: `${count} requests` })

it('what is sent is the envelope, and the public library verifies it with the secret that the API gives', async () => {
  const receiver = await own.receiver()
  const { id } = await own.endpoint(`${receiver.url}/in?x=1`)
  const payloadJson = '{"b": 1, "text": "😀 ü", "a": {"id": 12345678901234567890, "sum": 1.10}}'
  const sent = await own.hookgres.send({ tenantId, eventType, payloadJson })
  own.work()
  await own.settled()
  const [hook] = receiver.received
  if (hook === undefined) throw new Error('nothing came')
  const secrets = await own.hookgres.endpoints.getSecret({ tenantId, id })
  const message = await own.hookgres.messages.get({ tenantId, id: sent.id })
  expect(verify(secrets?.secret ?? '', hook)).toMatchObject({ type: eventType })
  // Digit by digit as it came, in the order of keys that PostgreSQL keeps.
  const data = '{"a": {"id": 12345678901234567890, "sum": 1.10}, "b": 1, "text": "😀 ü"}'
  const at = message?.createdAt.toISOString()
  expect(hook.body).toBe(`{"type":"${eventType}","timestamp":"${at}","data":${data}}`)
  expect(hook).toMatchObject({
    path: '/in?x=1',
    id: sent.id,
    headers: { 'content-type': 'application/json' },
  })
  expect(await only()).toMatchObject({
    delivery: { status: 'succeeded', attemptCount: 1, lastError: null, nextAttemptAt: null },
    attempts: [{ attemptNumber: 1, statusCode: 204, error: null, id: expect.stringMatching(/^att_/) }],
  })
  expect(own.events).toMatchObject([{ type: 'delivery.succeeded', messageId: sent.id, attempts: 1 }])
})

it('a retry keeps the id and takes a fresh time; the endpoint is failing until it succeeds', async () => {
  const receiver = await own.receiver(({ at }, response) => {
    if (receiver.received.length > 1) return 200
    response.writeHead(503, { 'retry-after': '1' }).end(`${'é'.repeat(5_000)}${at}`)
    return undefined
  })
  const { id, secret } = await own.endpoint(receiver.url)
  await send()
  own.work({ policy: { attempts: 3, baseMs: 10, factor: 2, capMs: 1_500 } })
  await waitFor(async () => (await own.hookgres.endpoints.get({ tenantId, id }))?.failingSince, {
    ...{ deadlineMs: 10_000, describe: 'failing_since' },
  })
  await own.settled()
  const [first, second] = receiver.received
  if (first === undefined || second === undefined) throw new Error('no retry')
  expect(second.id).toBe(first.id)
  const seconds = (hook: Received): number => Number(hook.headers['webhook-timestamp'])
  expect(seconds(second)).toBeGreaterThan(seconds(first))
  // Retry-After, though the policy alone would have come back within 20 ms.
  expect(second.at - first.at).toBeGreaterThanOrEqual(950)
  for (const hook of [first, second]) expect(() => verify(secret, hook)).not.toThrow()
  const { delivery, attempts } = await only()
  expect(delivery).toMatchObject({ status: 'succeeded', attemptCount: 2, lastError: 'HTTP 503' })
  expect(attempts).toMatchObject([
    { attemptNumber: 1, statusCode: 503, error: 'HTTP 503', responseBody: 'é'.repeat(4_096) },
    { attemptNumber: 2, statusCode: 200 },
  ])
  expect((await own.hookgres.endpoints.get({ tenantId, id }))?.failingSince).toBeNull()
  expect(own.events.map(({ type }) => type)).toEqual([
    ...['endpoint.failing', 'delivery.succeeded', 'endpoint.recovered'],
  ])
})

it('a Retry-After beyond the policy’s cap is cut to it', async () => {
  const receiver = await own.receiver((_, response) => {
    response.writeHead(429, { 'retry-after': '86400' }).end()
    return undefined
  })
  await own.endpoint(receiver.url)
  await send()
  own.work({ policy: { attempts: 2, baseMs: 10, factor: 2, capMs: 100 } })
  await own.settled()
  expect(receiver.received).toHaveLength(2)
  expect((await only()).delivery).toMatchObject({ status: 'failed', attemptCount: 2, lastError: 'HTTP 429' })
  expect(own.events.at(-1)).toMatchObject({
    type: 'delivery.failed',
    attempts: 2,
    error: 'HTTP 429',
    eventType,
  })
})

it('during a rotation both secrets sign, after it the new one alone', async () => {
  const receiver = await own.receiver()
  const { id, secret } = await own.endpoint(receiver.url)
  const key = { tenantId, id }
  const rotated = await own.hookgres.endpoints.rotateSecret(key, { overlapMs: 60_000 })
  if (!rotated.ok) throw new Error('not rotated')
  await send()
  own.work()
  await received(receiver, 1)
  const [during] = receiver.received
  if (during === undefined) throw new Error('nothing came')
  for (const one of [secret, rotated.secret]) expect(() => verify(one, during)).not.toThrow()
  await own.pool.query(`update ${own.tables.endpoints} set previous_secret_expires_at = now()`)
  await send()
  await received(receiver, 2)
  const after = receiver.received[1]
  if (after === undefined) throw new Error('nothing came')
  expect(() => verify(rotated.secret, after)).not.toThrow()
  expect(() => verify(secret, after)).toThrow()
})

it('a replay sends the same id again and counts from 1, also of what has succeeded', async () => {
  const receiver = await own.receiver(() => 500)
  await own.endpoint(receiver.url)
  const sent = await send()
  own.work({ policy: { ...quickPolicy, attempts: 2 } })
  await own.settled()
  const { delivery } = await only()
  expect(await own.hookgres.replayDelivery(delivery.id, { tenantId: 'tenant-2' })).toEqual({
    ...{ ok: false, reason: 'not_found' },
  })
  expect(await own.hookgres.replayDelivery(delivery.id)).toMatchObject({
    ...{ ok: true, delivery: { status: 'pending', attemptCount: 0 } },
  })
  await own.settled()
  expect(receiver.received.map(({ id }) => id)).toEqual(Array.from({ length: 4 }, () => sent.id))
  expect((await only()).attempts.map(({ attemptNumber }) => attemptNumber)).toEqual([1, 2, 1, 2])
})
const quickPolicy = { attempts: 3, baseMs: 1, factor: 1, capMs: 1 }

it('what is under way is not replayed', async () => {
  await own.endpoint('https://hooks.example.com')
  await send()
  const { delivery } = await only()
  expect(await own.hookgres.replayDelivery(delivery.id)).toEqual({
    ...{ ok: false, reason: 'conflict', status: 'pending' },
  })
})

it('410 disables the endpoint at once, and what was still due fails with an attempt that says so', async () => {
  const receiver = await own.receiver(() => 410)
  const { id } = await own.endpoint(receiver.url)
  await send()
  const worker = own.work()
  await own.settled()
  const reason = 'HTTP 410: the receiver wants nothing more at this URL'
  expect(await own.hookgres.endpoints.get({ tenantId, id })).toMatchObject({
    ...{ disabled: true, disabledReason: reason },
  })
  expect(own.events).toContainEqual({
    type: 'endpoint.disabled',
    cause: 'gone',
    reason,
    tenantId,
    endpointId: id,
  })
  expect((await send()).deliveries).toBe(0)
  const { delivery } = await only()
  expect(delivery).toMatchObject({ status: 'failed', attemptCount: 1 })
  await own.hookgres.replayDelivery(delivery.id)
  await worker.wake()
  await own.settled()
  expect((await only()).attempts[1]).toMatchObject({
    ...{ attemptNumber: 1, statusCode: null, error: `The endpoint is disabled: ${reason}` },
  })
  expect(receiver.received).toHaveLength(1)
})

it('an endpoint with nothing but failures for the time is disabled, told once with its reason', async () => {
  const receiver = await own.receiver(() => 500)
  const { id } = await own.endpoint(receiver.url)
  const disableAfterMs = 60_000
  own.work({ disableAfterMs, policy: { ...quickPolicy, attempts: 1 } })
  await send()
  await own.settled()
  expect(await own.hookgres.endpoints.get({ tenantId, id })).toMatchObject({ disabled: false })
  await own.pool.query(`update ${own.tables.endpoints} set failing_since = now() - interval '61 s'`)
  await own.hookgres.sendMany(Array.from({ length: 5 }, () => ({ tenantId, eventType, payload: 1 })))
  await own.settled()
  const endpoint = await own.hookgres.endpoints.get({ tenantId, id })
  expect(endpoint).toMatchObject({
    disabled: true,
    disabledReason: expect.stringMatching(/^Nothing but failures/),
  })
  const told = own.events.filter(({ type }) => type === 'endpoint.disabled')
  expect(told).toMatchObject([{ cause: 'failing', endpointId: id, reason: endpoint?.disabledReason }])
  expect(own.events.filter(({ type }) => type === 'endpoint.failing')).toHaveLength(1)
})

it('an endpoint that is deleted while it is called leaves nothing stuck', async () => {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const receiver = await own.receiver(async () => {
    ask()
    await opened
    return 200
  })
  const { id } = await own.endpoint(receiver.url)
  await own.hookgres.sendMany([1, 2, 3].map((payload) => ({ tenantId, eventType, payload })))
  own.work({ perEndpointConcurrency: 1 })
  await asked
  expect(await own.hookgres.endpoints.delete({ tenantId, id })).toBe(true)
  open()
  const other = await own.receiver()
  await own.endpoint(other.url)
  await send()
  await received(other, 1)
  await own.settled()
  expect(receiver.received).toHaveLength(1)
})

it('an address that may not be called is a failure in words, and nothing is sent', async () => {
  const receiver = await own.receiver()
  await own.endpoint(receiver.url)
  const strict = own.another({ guard: {} })
  await send()
  own.work({ policy: quickPolicy }, strict)
  await own.settled()
  expect(receiver.received).toHaveLength(0)
  expect((await only()).delivery).toMatchObject({
    ...{ status: 'failed', attemptCount: 3, lastError: expect.stringContaining('loopback') },
  })
})

it('a secret that was spoilt by hand fails its delivery and no other', async () => {
  const receiver = await own.receiver()
  const { id } = await own.endpoint(`${receiver.url}/spoilt`)
  await own.endpoint(`${receiver.url}/good`)
  await own.pool.query(`update ${own.tables.endpoints} set secret = 'whsec_***' where id = $1`, [id])
  await send()
  own.work({ ...quick, policy: quickPolicy })
  await own.settled()
  expect(receiver.received.map(({ path }) => path)).toEqual(['/good'])
  const failed = await own.hookgres.deliveries.list({ tenantId, status: 'failed' })
  expect(failed).toMatchObject({ items: [{ endpointId: id, lastError: expect.stringContaining('signed') }] })
})

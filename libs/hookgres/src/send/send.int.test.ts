import { openConnections } from '@omnistream/postgres/testing/open-connections'
import { transaction } from '@omnistream/postgres/transaction'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestHookgres, type TestHookgres } from '../testing/test-hookgres.ts'

let own: TestHookgres
let tenantId: string
beforeAll(async () => {
  own = await createTestHookgres({ max: 12 })
})
afterAll(() => own.remove())
beforeEach(() => {
  tenantId = crypto.randomUUID()
})

const eventType = 'message.created'

const count = async (table: 'messages' | 'deliveries'): Promise<number> => {
  const { messages, deliveries } = own.tables
  const joined = table === 'messages' ? '' : `join ${deliveries} d on d.message_id = m.id`
  const { rows } = await own.pool.query<{ n: number }>(
    `select count(*)::int as n from ${messages} m ${joined} where m.tenant_id = $1`,
    [tenantId],
  )
  return rows[0]?.n ?? -1
}

const endpoint = (more: { eventTypes?: string[]; tenantId?: string } = {}) =>
  own.endpoint('https://hooks.example.com/in', { tenantId, ...more })

describe('send', () => {
  it('makes one delivery for each endpoint of the tenant that is enabled and takes the event', async () => {
    const all = await endpoint()
    const some = await endpoint({ eventTypes: ['other', eventType] })
    await endpoint({ eventTypes: ['other'] })
    await endpoint({ tenantId: `${tenantId}-2` })
    const off = await endpoint()
    await own.hookgres.endpoints.disable({ tenantId, id: off.id }, 'off')
    const sent = await own.hookgres.send({ tenantId, eventType, payload: { a: 1 } })
    expect(sent).toEqual({ id: expect.stringMatching(/^msg_[0-9a-f]{32}$/), duplicate: false, deliveries: 2 })
    const page = await own.hookgres.deliveries.list({ tenantId, messageId: sent.id })
    expect(page.ok && page.items.map(({ endpointId }) => endpointId).toSorted()).toEqual([all.id, some.id])
    expect(page).toMatchObject({
      items: [
        { status: 'pending', held: false, attemptCount: 0, eventType, id: expect.stringMatching(/^dlv_/) },
        {},
      ],
    })
    expect(await own.hookgres.messages.get({ tenantId, id: sent.id })).toMatchObject({
      ...{ eventType, idempotencyKey: null, payloadJson: '{"a": 1}' },
    })
  })

  it('to one endpoint alone goes there whatever types it takes, unless it is disabled or of another tenant', async () => {
    await endpoint()
    const one = await endpoint({ eventTypes: ['other'] })
    const input = { tenantId, eventType, payload: 1 }
    const sent = await own.hookgres.sendMany([
      { ...input, endpointId: one.id },
      { ...input, tenantId: `${tenantId}-2`, endpointId: one.id },
      input,
    ])
    expect(sent.map(({ deliveries }) => deliveries)).toEqual([1, 0, 1])
    expect(await own.hookgres.deliveries.list({ tenantId, messageId: sent[0]?.id })).toMatchObject({
      items: [{ endpointId: one.id }],
    })
    await own.hookgres.endpoints.disable({ tenantId, id: one.id }, 'off')
    expect(await own.hookgres.send({ ...input, endpointId: one.id })).toMatchObject({ deliveries: 0 })
  })

  it('fifty times at once with one key is one message and one delivery (lessons #27)', async () => {
    await endpoint()
    await openConnections(own.pool)
    const input = { tenantId, eventType, payload: 1, idempotencyKey: 'once' }
    const sent = await Promise.all(Array.from({ length: 50 }, () => own.hookgres.send(input)))
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
    expect(sent.filter(({ duplicate }) => !duplicate)).toHaveLength(1)
    expect([await count('messages'), await count('deliveries')]).toEqual([1, 1])
    const other = await own.hookgres.send({ ...input, tenantId: `${tenantId}-2` })
    expect(other.duplicate).toBe(false)
  })

  it('inside a transaction is sent if and when that commits', async () => {
    await endpoint()
    const input = { tenantId, eventType, payload: 1, idempotencyKey: 'k' }
    const failing = transaction(own.pool, async (client) => {
      await own.hookgres.send(input, { client })
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect([await count('messages'), await count('deliveries')]).toEqual([0, 0])
    const sent = await transaction(own.pool, async (client) => {
      const inside = await own.hookgres.send(input, { client })
      expect(await count('messages')).toBe(0)
      return inside
    })
    expect(await own.hookgres.messages.get({ tenantId, id: sent.id })).toMatchObject({ idempotencyKey: 'k' })
    expect(await count('deliveries')).toBe(1)
  })

  it('many at once come back in order, with the repetitions among them', async () => {
    await endpoint({ eventTypes: ['a'] })
    const first = await own.hookgres.send({ tenantId, eventType: 'a', payload: 0, idempotencyKey: 'k1' })
    const sent = await own.hookgres.sendMany([
      { tenantId, eventType: 'a', payload: 1, idempotencyKey: 'k2' },
      { tenantId, eventType: 'b', payload: 2 },
      { tenantId, eventType: 'a', payload: 3, idempotencyKey: 'k1' },
      { tenantId, eventType: 'a', payload: 4, idempotencyKey: 'k2' },
    ])
    expect(sent.map(({ duplicate, deliveries }) => [duplicate, deliveries])).toEqual([
      ...[
        [false, 1],
        [false, 0],
        [true, 0],
        [true, 0],
      ],
    ])
    expect([sent[2]?.id, sent[3]?.id]).toEqual([first.id, sent[0]?.id])
    expect(await own.hookgres.sendMany([])).toEqual([])
  })

  it('keeps every digit, and takes what chat messages contain', async () => {
    const payloadJson = '{"id": 12345678901234567890.10, "text": "a\\u0000b\\ud800 \\ud83d\\ude00"}'
    const { id } = await own.hookgres.send({ tenantId, eventType, payloadJson })
    expect(await own.hookgres.messages.get({ tenantId, id })).toMatchObject({
      payloadJson: '{"id": 12345678901234567890.10, "text": "a\ufffdb\ufffd 😀"}',
    })
  })

  it.each([
    ['SEND_INVALID', { tenantId: '', payload: 1 }],
    ['SEND_INVALID', { eventType: 'a b', payload: 1 }],
    ['SEND_INVALID', { idempotencyKey: '', payload: 1 }],
    ['PAYLOAD_INVALID', { payloadJson: '{' }],
    ['PAYLOAD_TOO_LARGE', { payload: 'x'.repeat(1_100_000) }],
  ])('that is refused with %s leaves the caller’s transaction usable', async (code, change) => {
    await transaction(own.pool, async (client) => {
      const good = { tenantId, eventType, payload: 1 }
      const bad = { tenantId, eventType, payload: 1, ...change }
      await expect(own.hookgres.sendMany([good, bad], { client })).rejects.toMatchObject({ code })
      await own.hookgres.send(good, { client })
    })
    expect(await count('messages')).toBe(1)
  })
})

it('an endpoint gets what it has missed, once, oldest first and in steps (lessons #30)', async () => {
  const { id } = await endpoint({ eventTypes: ['a'] })
  const key = { tenantId, id }
  await own.hookgres.send({ tenantId, eventType: 'a', payload: 'had' })
  await own.hookgres.endpoints.disable(key, 'off')
  const missed = await own.hookgres.sendMany(
    Array.from({ length: 5 }, (_, n) => ({ tenantId, eventType: n === 2 ? 'b' : 'a', payload: n })),
  )
  await own.hookgres.endpoints.enable(key)
  let added = 0
  let steps = 0
  for (let cursor: string | undefined; ; ) {
    const step = await own.hookgres.sendMissed(key, { from: new Date(0), limit: 2, cursor })
    if (!step.ok) throw new Error(step.reason)
    added += step.count
    steps += 1
    if (step.next === null) break
    cursor = step.next
  }
  expect([added, steps]).toEqual([4, 4])
  const { rows } = await own.pool.query<{ message_id: string }>(
    `select message_id from ${own.tables.deliveries} where endpoint_id = $1 order by next_attempt_at`,
    [id],
  )
  const wanted = missed.filter((_, n) => n !== 2).map((one) => one.id)
  expect(rows.slice(1).map((row) => row.message_id)).toEqual(wanted)
  expect(await own.hookgres.sendMissed(key, { from: new Date(0) })).toEqual({
    ok: true,
    count: 0,
    next: null,
  })
})

import { randomUUID } from 'node:crypto'
import { waitFor } from '@omnistream/common'
import { verifyStandardWebhook } from '@omnistream/delivery'
import { readBody, startReceiver, type TestReceiver } from '@omnistream/delivery/testing/test-receiver'
import { createHookgres, type Hookgres } from '@omnistream/hookgres'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../testing/test-api.ts'
import {
  attemptListSchema,
  deliveryDetailSchema,
  deliveryListSchema,
  deliverySchema,
  deliveryStepSchema,
  webhookMessageListSchema,
} from './delivery-schema.ts'
import { endpointListSchema, endpointSchema, endpointWithSecretSchema } from './endpoint-schema.ts'

let api: TestApi
let tenant: { id: string; key: string }
let receiver: TestReceiver
const requests: { headers: Record<string, string>; body: Buffer }[] = []

beforeAll(async () => {
  api = await createTestApi()
  await api.hookgres.migrate()
  receiver = await startReceiver(async (request, response) => {
    const body = await readBody(request)
    requests.push({ headers: request.headers as Record<string, string>, body })
    response.statusCode = request.url === '/broken' ? 500 : 200
    response.end('thanks')
  })
})
afterAll(async () => {
  await receiver?.close()
  await api?.drop()
})
beforeEach(async () => {
  tenant = await api.tenant('webhooks:read', 'webhooks:write')
})

const base = '/v1/webhooks'
const post = (path: string, body?: unknown) => api.post(`${base}${path}`, tenant.key, body)
const get = async (path: string) => (await api.get(`${base}${path}`, tenant.key)).body
const create = async (body: object = {}) => {
  const answer = await post('/endpoints', { url: 'https://hooks.example/in', ...body })
  expect(answer.status).toBe(201)
  return endpointWithSecretSchema.strict().parse(answer.body)
}
const send = (eventType = 'message.created', payload: unknown = { n: 1 }) =>
  api.hookgres.send({ tenantId: tenant.id, eventType, payload })
const deliveries = async (query = '') => deliveryListSchema.parse(await get(`/deliveries?${query}`))

async function pages(path: string): Promise<{ id: string }[]> {
  const found: { id: string }[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`
    const page = (await get(`${path}limit=2${query}`)) as {
      data: { id: string }[]
      page: { next: string | null }
    }
    found.push(...page.data)
    cursor = page.page.next
  }
  return found
}

describe('endpoints', () => {
  it('show their secret once, when they are made', async () => {
    const answer = await post('/endpoints', {
      url: 'https://hooks.example/in',
      event_types: ['message.created'],
    })
    const { secret, ...made } = endpointWithSecretSchema.strict().parse(answer.body)
    expect(answer.headers.get('location')).toBe(`${base}/endpoints/${made.id}`)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(secret).toMatch(/^whsec_/)
    expect(endpointSchema.strict().parse(await get(`/endpoints/${made.id}`))).toEqual(made)
    expect(endpointListSchema.parse(await get('/endpoints')).data).toEqual([made])
    for (const path of ['/endpoints', `/endpoints/${made.id}`]) {
      expect(JSON.stringify(await get(path))).not.toContain('whsec_')
    }
  })

  it('take a secret, limits and words of their owner', async () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    const said = { description: 'crm', metadata: { team: 'a' }, rate_limit: 5 }
    expect(await create({ ...said, secret })).toMatchObject({ ...said, secret, event_types: null })
    const short = await post('/endpoints', { url: 'https://hooks.example', secret: 'whsec_AAAA' })
    expect(short).toMatchObject({ status: 422, body: { errors: [{ pointer: '/secret' }] } })
    expect(JSON.stringify(short.body)).not.toContain('AAAA')
  })

  it.each([
    ['http://127.0.0.1/x', 'loopback'],
    ['http://2130706433/', 'loopback'],
    ['http://[::ffff:10.0.0.1]/', 'private'],
    ['http://169.254.169.254/latest', 'metadata'],
    ['ftp://hooks.example', 'http and https'],
    ['https://user:secret@hooks.example', 'password'],
    ['nonsense', 'cannot be read'],
  ])('are refused for the URL %s in words, when made and when changed', async (url, words) => {
    const problem = {
      ...{ type: 'urn:omnistream:problem:webhook-target', in: 'body' },
      errors: [{ pointer: '/url', detail: expect.stringContaining(words) }],
    }
    expect(await post('/endpoints', { url })).toMatchObject({ status: 400, body: problem })
    const { id } = await create()
    const changed = await api.ask('PATCH', `${base}/endpoints/${id}`, tenant.key, { url })
    expect(changed).toMatchObject({ status: 400, body: problem })
    expect(await get(`/endpoints/${id}`)).toMatchObject({ url: 'https://hooks.example/in' })
  })

  it('change what is named and nothing else', async () => {
    const {
      id,
      secret: _secret,
      ...before
    } = await create({ description: 'old', event_types: ['message.created'] })
    const change = { description: null, event_types: null }
    const { status, body } = await api.ask('PATCH', `${base}/endpoints/${id}`, tenant.key, change)
    expect(status).toBe(200)
    const { updated_at } = endpointSchema.parse(body)
    expect(body).toEqual({ ...before, ...change, id, updated_at })
  })

  it('are disabled with a reason and enabled again', async () => {
    const { id } = await create()
    const off = await post(`/endpoints/${id}/disable`, { reason: 'moving house' })
    expect(off).toMatchObject({ status: 200, body: { disabled: true, disabled_reason: 'moving house' } })
    expect(await send()).toMatchObject({ deliveries: 0 })
    const on = await post(`/endpoints/${id}/enable`)
    expect(on).toMatchObject({ status: 200, body: { disabled: false, disabled_reason: null } })
    expect(await send()).toMatchObject({ deliveries: 1 })
  })

  it('get what they missed, a step at a time and once', async () => {
    const { id } = await create()
    await post(`/endpoints/${id}/disable`, { reason: 'away' })
    for (let n = 0; n < 3; n++) await send()
    await post(`/endpoints/${id}/enable`)
    const missed = async () =>
      deliveryStepSchema.parse((await post(`/endpoints/${id}/send-missed`, { from: '2020-01-01' })).body)
    expect(await missed()).toEqual({ count: 3, next: null })
    expect(await missed()).toEqual({ count: 0, next: null })
    const bad = await post(`/endpoints/${id}/send-missed`, { from: '2020-01-01', cursor: 'zz' })
    expect(bad).toMatchObject({ status: 400, body: { errors: [{ pointer: '/cursor' }] } })
  })

  it('are paused and resumed', async () => {
    const { id } = await create()
    expect(await post(`/endpoints/${id}/pause`)).toMatchObject({ body: { paused_at: expect.any(String) } })
    expect(await post(`/endpoints/${id}/resume`)).toMatchObject({ body: { paused_at: null } })
  })

  it('get a new secret, and say until when the old one signs', async () => {
    const { id, secret } = await create()
    const answer = await post(`/endpoints/${id}/rotate-secret`, { overlap_seconds: 60 })
    const rotated = endpointWithSecretSchema.parse(answer.body)
    expect(rotated.secret).toMatch(/^whsec_/)
    expect(rotated.secret).not.toBe(secret)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const leftMs = Date.parse(rotated.previous_secret_expires_at ?? '') - Date.now()
    expect(leftMs).toBeGreaterThan(30_000)
    expect(leftMs).toBeLessThanOrEqual(61_000)
  })

  it('go with their deliveries', async () => {
    const { id } = await create()
    await send()
    const path = `${base}/endpoints/${id}`
    expect(await api.ask('DELETE', path, tenant.key)).toMatchObject({ status: 204, bytes: Buffer.alloc(0) })
    expect((await api.ask('DELETE', path, tenant.key)).status).toBe(404)
    expect((await deliveries()).data).toEqual([])
  })

  it('are listed newest first, page by page, each once', async () => {
    const made: string[] = []
    for (let n = 0; n < 5; n++) made.push((await create()).id)
    expect((await pages('/endpoints?')).map(({ id }) => id)).toEqual(made.toReversed())
    const bad = await api.get(`${base}/endpoints?cursor=zz`, tenant.key)
    expect(bad).toMatchObject({ status: 400, body: { errors: [{ pointer: '/cursor' }] } })
  })
})

describe('messages', () => {
  it('keep every digit of what they say', async () => {
    await create()
    const payloadJson = '{"id":12345678901234567890,"price":1.10}'
    const { id } = await api.hookgres.send({ tenantId: tenant.id, eventType: 'message.created', payloadJson })
    const { bytes, headers } = await api.get(`${base}/messages/${id}`, tenant.key)
    expect(headers.get('content-type')).toMatch(/^application\/json/)
    expect(bytes.toString()).toMatch(/"payload":\{"id": ?12345678901234567890, ?"price": ?1\.10\}\}$/)
    expect(JSON.parse(bytes.toString())).toMatchObject({ id, event_type: 'message.created' })
  })

  it('are listed by time, newest first', async () => {
    const sent: string[] = []
    for (let n = 0; n < 3; n++) sent.push((await send()).id)
    expect((await pages('/messages?')).map(({ id }) => id)).toEqual(sent.toReversed())
    const later = new Date(Date.now() + 60_000).toISOString()
    expect(webhookMessageListSchema.parse(await get(`/messages?from=${later}`)).data).toEqual([])
  })
})

describe('deliveries', () => {
  let worker: ReturnType<Hookgres['createWorker']> | undefined
  let running: Promise<void> | undefined

  afterEach(async () => {
    await worker?.close()
    await running
    worker = undefined
  })

  /** A worker that may call this machine; the API's own hookgres may not. */
  function work(): void {
    const local = createHookgres({
      ...{ pool: api.pool, schema: api.hookgres.schema, guard: { allow: ['127.0.0.1'] } },
    })
    worker = local.createWorker({ pollMs: 20, policy: { attempts: 1, baseMs: 1, factor: 1, capMs: 1 } })
    running = worker.run()
  }
  /** The guard at create refuses the receiver of a test, as it should. */
  const at = async (url: string, body: object = {}) => {
    const made = await create(body)
    await api.pool.query(`update "${api.hookgres.schema}".endpoints set url = $2 where id = $1`, [
      made.id,
      url,
    ])
    return made
  }
  const settled = async (id: string) => {
    let found = deliveryDetailSchema.parse(await get(`/deliveries/${id}`))
    await waitFor(
      async () => {
        found = deliveryDetailSchema.parse(await get(`/deliveries/${id}`))
        return found.status === 'succeeded' || found.status === 'failed'
      },
      { deadlineMs: 15_000, describe: () => `the end of ${JSON.stringify(found)}`, intervalMs: 20 },
    )
    return found
  }

  it('of a test go to the one endpoint, signed, with what was answered on record', async () => {
    const tried = await at(receiver.url, { event_types: ['ledger.alarm'] })
    await at(receiver.url)
    work()
    const answer = await post(`/endpoints/${tried.id}/test`)
    expect(answer.status).toBe(201)
    const made = deliverySchema.parse(answer.body)
    expect(answer.headers.get('location')).toBe(`${base}/deliveries/${made.id}`)
    expect(made).toMatchObject({ endpoint_id: tried.id, event_type: 'webhook.test' })
    const { attempts, ...done } = await settled(made.id)
    expect(done).toMatchObject({ status: 'succeeded', attempt_count: 1 })
    expect(attempts).toEqual([
      expect.objectContaining({ attempt_number: 1, status_code: 200, response_body: 'thanks' }),
    ])
    expect((await deliveries(`message=${made.message_id}`)).data).toHaveLength(1)
    const request = requests.find(({ headers }) => headers['webhook-id'] === made.message_id)
    if (request === undefined) throw new Error('nothing came')
    const verdict = verifyStandardWebhook(request.headers, request.body, {
      secrets: [tried.secret],
      now: new Date(),
    })
    expect(verdict).toEqual({ ok: true })
    expect(JSON.parse(request.body.toString())).toMatchObject({
      ...{ type: 'webhook.test', timestamp: expect.any(String) },
      data: { endpoint_id: tried.id },
    })
  })

  it('of a test are refused for a disabled endpoint', async () => {
    const { id } = await create()
    await post(`/endpoints/${id}/disable`, { reason: 'off' })
    expect(await post(`/endpoints/${id}/test`)).toMatchObject({ status: 409 })
  })

  it('that failed are replayed one by one and keep their attempts', async () => {
    const { id } = await at(`${receiver.url}/broken`)
    work()
    await send()
    const [first] = (await deliveries()).data
    const failed = await settled(first?.id ?? '')
    expect(failed).toMatchObject({ status: 'failed', last_error: 'HTTP 500' })
    await api.pool.query(`update "${api.hookgres.schema}".endpoints set url = $2 where id = $1`, [
      id,
      receiver.url,
    ])
    const replayed = await post(`/deliveries/${failed.id}/replay`)
    expect(replayed).toMatchObject({ status: 200, body: { status: 'pending', attempt_count: 0 } })
    expect(await settled(failed.id)).toMatchObject({ status: 'succeeded', attempt_count: 1 })
    const all = attemptListSchema.parse(await get(`/deliveries/${failed.id}/attempts`))
    expect(all.data.map(({ status_code }) => status_code)).toEqual([200, 500])
  })

  it('under way cannot be replayed', async () => {
    await create()
    await send()
    const [waiting] = (await deliveries('status=pending')).data
    const answer = await post(`/deliveries/${waiting?.id}/replay`)
    expect(answer).toMatchObject({ status: 409, body: { delivery_status: 'pending' } })
  })

  it('are counted by a dry run, then replayed by the same filter, the endpoint’s and the type’s alone', async () => {
    const one = await create()
    const other = await create()
    for (const type of ['message.created', 'message.created', 'ledger.alarm']) await send(type)
    await api.pool.query(
      `update "${api.hookgres.schema}".deliveries set status = 'failed' where endpoint_id = any ($1)`,
      [[one.id, other.id]],
    )
    const filter = { endpoint: one.id, event_types: ['message.created'] }
    const replay = async (body: object) =>
      deliveryStepSchema.parse((await post('/deliveries/replay', body)).body)
    expect(await replay({ ...filter, dry_run: true })).toEqual({ count: 2, next: null })
    expect((await deliveries('status=failed')).data).toHaveLength(6)
    expect(await replay(filter)).toEqual({ count: 2, next: null })
    expect((await deliveries('status=pending')).data.map((row) => row.endpoint_id)).toEqual([one.id, one.id])
    expect(await replay({ from: '2020-01-01', to: '2021-01-01' })).toEqual({ count: 0, next: null })
    expect(await replay({ from: '2020-01-01' })).toEqual({ count: 4, next: null })
    const bad = await post('/deliveries/replay', { ...filter, cursor: 'zz' })
    expect(bad).toMatchObject({ status: 400, body: { errors: [{ pointer: '/cursor' }] } })
  })

  it('are listed by endpoint, message, status and time, newest first, page by page', async () => {
    const one = await create()
    await create()
    const sent: string[] = []
    for (let n = 0; n < 3; n++) sent.push((await send()).id)
    const rows = await pages('/deliveries?')
    expect(new Set(rows.map(({ id }) => id)).size).toBe(6)
    const ofOne = (await deliveries(`endpoint=${one.id}`)).data.map((row) => row.message_id)
    expect(ofOne).toEqual(sent.toReversed())
    expect((await deliveries(`message=${sent[0]}`)).data).toHaveLength(2)
    expect((await deliveries(`message=${sent[0]}&endpoint=${one.id}`)).data).toHaveLength(1)
    expect((await deliveries('status=failed')).data).toEqual([])
    expect((await deliveries('to=2020-01-01')).data).toEqual([])
    expect((await deliveries(`endpoint=ep_${randomUUID().replaceAll('-', '')}`)).data).toEqual([])
  })
})

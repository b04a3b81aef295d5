import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../testing/test-api.ts'

type Owned = { tenantId: string; key: string; endpoint: string; message: string; delivery: string }

let api: TestApi
let mine: Owned
let theirs: Owned

beforeAll(async () => {
  api = await createTestApi()
  await api.hookgres.migrate()
  mine = await populate()
  theirs = await populate()
})
afterAll(() => api?.drop())

/** A tenant with an endpoint and a delivery that has failed. */
async function populate(): Promise<Owned> {
  const { id: tenantId, key } = await api.tenant()
  const made = await api.hookgres.endpoints.create({ tenantId, url: 'https://hooks.example' })
  if (!made.ok) throw new Error(made.error)
  const { id: message } = await api.hookgres.send({ tenantId, eventType: 'message.created', payload: {} })
  const found = await api.hookgres.deliveries.list({ tenantId })
  const delivery = found.ok ? (found.items[0]?.id ?? '') : ''
  await api.pool.query(`update "${api.hookgres.schema}".deliveries set status = 'failed' where id = $1`, [
    delivery,
  ])
  return { tenantId, key, endpoint: made.endpoint.id, message, delivery }
}

const base = '/v1/webhooks'
const hex = (): string => randomUUID().replaceAll('-', '')
const missing = (): Owned => ({
  ...theirs,
  ...{ endpoint: `ep_${hex()}`, message: `msg_${hex()}`, delivery: `dlv_${hex()}` },
})

it.each<[string, (of: Owned) => string, unknown?]>([
  ['GET', ({ endpoint }) => `/endpoints/${endpoint}`],
  ['PATCH', ({ endpoint }) => `/endpoints/${endpoint}`, { url: 'https://thief.example' }],
  ['DELETE', ({ endpoint }) => `/endpoints/${endpoint}`],
  ['POST', ({ endpoint }) => `/endpoints/${endpoint}/disable`, { reason: 'not theirs' }],
  ['POST', ({ endpoint }) => `/endpoints/${endpoint}/enable`],
  ['POST', ({ endpoint }) => `/endpoints/${endpoint}/pause`],
  ['POST', ({ endpoint }) => `/endpoints/${endpoint}/resume`],
  ['POST', ({ endpoint }) => `/endpoints/${endpoint}/rotate-secret`, {}],
  ['POST', ({ endpoint }) => `/endpoints/${endpoint}/send-missed`, { from: '2020-01-01' }],
  ['POST', ({ endpoint }) => `/endpoints/${endpoint}/test`],
  ['GET', ({ message }) => `/messages/${message}`],
  ['GET', ({ delivery }) => `/deliveries/${delivery}`],
  ['GET', ({ delivery }) => `/deliveries/${delivery}/attempts`],
  ['POST', ({ delivery }) => `/deliveries/${delivery}/replay`],
])('what belongs to another tenant is not there, and stays as it is: %s %s', async (method, path, body) => {
  const stateOf = async () => {
    const { tenantId, endpoint: id } = theirs
    return {
      endpoint: await api.hookgres.endpoints.get({ tenantId, id }),
      secret: await api.hookgres.endpoints.getSecret({ tenantId, id }),
      deliveries: await api.hookgres.deliveries.list({ tenantId }),
      messages: await api.hookgres.messages.list({ tenantId }),
    }
  }
  const before = await stateOf()
  const foreign = await api.ask(method, base + path(theirs), mine.key, body)
  const absent = await api.ask(method, base + path(missing()), mine.key, body)
  expect(foreign.status).toBe(404)
  const withoutRequest = (answer: unknown) => ({ ...(answer as object), request_id: '' })
  expect(withoutRequest(foreign.body)).toEqual(withoutRequest(absent.body))
  expect(await stateOf()).toEqual(before)
})

it.each([
  ['endpoints', '/endpoints'],
  ['messages', '/messages'],
  ['deliveries', '/deliveries'],
  ['deliveries by status', '/deliveries?status=failed'],
])('what belongs to another tenant is not in the list: %s', async (_, path) => {
  const { status, body, bytes } = await api.get(base + path, mine.key)
  expect(status).toBe(200)
  expect((body as { data: unknown[] }).data).toHaveLength(1)
  for (const id of [theirs.endpoint, theirs.message, theirs.delivery]) {
    expect(bytes.toString()).not.toContain(id)
  }
})

it.each([
  ['by endpoint', (of: Owned) => `/deliveries?endpoint=${of.endpoint}`],
  ['by message', (of: Owned) => `/deliveries?message=${of.message}`],
])('deliveries of another tenant cannot be reached by a filter: %s', async (_, path) => {
  expect((await api.get(base + path(mine), mine.key)).body).toMatchObject({ data: [expect.anything()] })
  expect((await api.get(base + path(theirs), mine.key)).body).toMatchObject({ data: [] })
})

it('deliveries of another tenant are neither counted nor replayed with many', async () => {
  const replay = (body: object) => api.post(`${base}/deliveries/replay`, mine.key, body)
  expect((await replay({ endpoint: theirs.endpoint })).status).toBe(404)
  expect((await replay({ from: '2020-01-01', dry_run: true })).body).toEqual({ count: 1, next: null })
  expect((await replay({ from: '2020-01-01' })).body).toEqual({ count: 1, next: null })
  const { tenantId, delivery: id } = theirs
  expect(await api.hookgres.deliveries.get({ tenantId, id })).toMatchObject({ status: 'failed' })
})

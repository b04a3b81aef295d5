import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { createApi } from './app.ts'
import { offlineDeps, offlineKeys } from './testing/offline-deps.ts'

const app = createApi(offlineDeps())
const id = '01987c5c-0000-7000-8000-000000000001'
const hex = '01987c5c00007000800000000000000a'
const [endpoint, sent, delivery] = [`ep_${hex}`, `msg_${hex}`, `dlv_${hex}`]

/** Every route under /v1 and the key that has the scope it needs alone. */
const routes = [
  ['GET', '/v1/conversations', 'inbox'],
  ['GET', `/v1/conversations/${id}`, 'inbox'],
  ['GET', `/v1/conversations/${id}/messages`, 'inbox'],
  ['GET', `/v1/conversations/${id}/merges`, 'inbox'],
  ['POST', `/v1/conversations/merges/${id}/undo`, 'write'],
  ['GET', '/v1/contacts', 'inbox'],
  ['GET', `/v1/contacts/${id}`, 'inbox'],
  ['POST', `/v1/contacts/${id}/merge`, 'write'],
  ['POST', `/v1/contacts/merges/${id}/undo`, 'write'],
  ['GET', `/v1/messages/${id}`, 'inbox'],
  ['GET', '/v1/messages/search', 'inbox'],
  ['GET', `/v1/media/${id}`, 'inbox'],
  ['GET', '/v1/audit', 'audit'],
  ['GET', `/v1/audit/${id}`, 'audit'],
  ['GET', `/v1/audit/${id}/raw`, 'audit'],
  ['GET', '/v1/audit/stats', 'audit'],
  ['GET', `/v1/accounts/${id}/updates`, 'audit'],
  ['GET', '/v1/ledger', 'audit'],
  ['GET', '/v1/ledger/alarms', 'audit'],
  ['GET', '/v1/drift', 'audit'],
  ['GET', `/v1/drift/${id}`, 'audit'],
  ['POST', '/v1/replays', 'replay'],
  ['GET', '/v1/replays', 'replay'],
  ['GET', `/v1/replays/${id}`, 'replay'],
  ['GET', `/v1/replays/${id}/report`, 'replay'],
  ['POST', `/v1/replays/${id}/pause`, 'replay'],
  ['POST', `/v1/replays/${id}/resume`, 'replay'],
  ['POST', `/v1/replays/${id}/cancel`, 'replay'],
  ['POST', '/v1/webhooks/endpoints', 'webhooks-write'],
  ['GET', '/v1/webhooks/endpoints', 'webhooks-read'],
  ['GET', `/v1/webhooks/endpoints/${endpoint}`, 'webhooks-read'],
  ['PATCH', `/v1/webhooks/endpoints/${endpoint}`, 'webhooks-write'],
  ['DELETE', `/v1/webhooks/endpoints/${endpoint}`, 'webhooks-write'],
  ['POST', `/v1/webhooks/endpoints/${endpoint}/disable`, 'webhooks-write'],
  ['POST', `/v1/webhooks/endpoints/${endpoint}/enable`, 'webhooks-write'],
  ['POST', `/v1/webhooks/endpoints/${endpoint}/pause`, 'webhooks-write'],
  ['POST', `/v1/webhooks/endpoints/${endpoint}/resume`, 'webhooks-write'],
  ['POST', `/v1/webhooks/endpoints/${endpoint}/rotate-secret`, 'webhooks-write'],
  ['POST', `/v1/webhooks/endpoints/${endpoint}/send-missed`, 'webhooks-write'],
  ['POST', `/v1/webhooks/endpoints/${endpoint}/test`, 'webhooks-write'],
  ['GET', '/v1/webhooks/messages', 'webhooks-read'],
  ['GET', `/v1/webhooks/messages/${sent}`, 'webhooks-read'],
  ['GET', '/v1/webhooks/deliveries', 'webhooks-read'],
  ['GET', `/v1/webhooks/deliveries/${delivery}`, 'webhooks-read'],
  ['GET', `/v1/webhooks/deliveries/${delivery}/attempts`, 'webhooks-read'],
  ['POST', `/v1/webhooks/deliveries/${delivery}/replay`, 'webhooks-write'],
  ['POST', '/v1/webhooks/deliveries/replay', 'webhooks-write'],
] as const

async function ask(method: string, path: string, key?: string, body?: unknown) {
  const response = await app.request(path, {
    method,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  }
}

describe.each(routes)('%s %s', (method, path, scope) => {
  it('answers 401 without a key, before it looks at anything else', async () => {
    const { status, headers, body } = await ask(method, `${path}?unknown=1`)
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toBe('Bearer realm="omnistream"')
    expect(headers.get('content-type')).toBe('application/problem+json')
    expect(body).toMatchObject({ status: 401, request_id: headers.get('x-request-id') })
  })

  it('answers 401 to a key that is not known', async () => {
    const { status, headers } = await ask(method, path, 'wrong')
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toContain('error="invalid_token"')
  })

  it('answers 403 to a key without its scope, naming the scope', async () => {
    const other = scope === 'inbox' ? 'audit' : 'inbox'
    for (const key of [other, 'nothing']) {
      const { status, headers, body } = await ask(method, path, key)
      expect(status).toBe(403)
      expect(headers.get('www-authenticate')).toContain(`scope="${offlineKeys[scope]?.[0]}"`)
      expect(body.scope).toBe(offlineKeys[scope]?.[0])
    }
  })

  it('lets its own scope and admin through', async () => {
    for (const key of [scope, 'admin']) {
      const { status } = await ask(method, `${path}?unknown=1`, key)
      expect(status).toBe(400)
    }
  })

  it('refuses a parameter that it does not know, by its name', async () => {
    const { body } = await ask(method, `${path}?tenant_id=${id}`, 'admin')
    expect(body).toMatchObject({ status: 400, type: 'urn:omnistream:problem:validation', in: 'query' })
    expect(body.errors).toContainEqual({ pointer: '/tenant_id', detail: 'is not a parameter known here' })
  })

  it('refuses an id that is none', async () => {
    const bad = path.replace(id, 'nope').replace(hex, 'nope')
    if (bad === path) return
    const { status, body } = await ask(method, bad, 'admin')
    expect(status).toBe(400)
    const detail = path.includes(id) ? 'must be a UUID' : /^must be (ep|msg|dlv)_ followed by 32 hex digits$/
    expect(body).toMatchObject({
      in: 'path',
      errors: [{ pointer: '/id', detail: expect.stringMatching(detail) }],
    })
  })
})

describe('inputs', () => {
  it.each([
    ['/v1/audit?before=zz', '/before'],
    ['/v1/audit?after=AAAA', '/after'],
    [`/v1/conversations/${id}/messages?before=zz`, '/before'],
    ['/v1/conversations?before=zz', '/before'],
    ['/v1/messages/search?q=hello&cursor=zz', '/cursor'],
    ['/v1/messages/search?q=hello&cursor=zz&sort=relevance', '/cursor'],
    ['/v1/replays?before=zz', '/before'],
    ['/v1/ledger?before=zz', '/before'],
    ['/v1/ledger?from=2026-01-01&to=2026-03-01', '/from'],
    ['/v1/ledger?bucket=day&from=2024-01-01&to=2026-03-01', '/from'],
    ['/v1/ledger?from=2026-03-02&to=2026-03-01', '/from'],
    ['/v1/ledger/alarms?open=maybe', '/open'],
    ['/v1/ledger/alarms?before=zz', '/before'],
    ['/v1/drift?before=zz', '/before'],
    ['/v1/drift?what=else', '/what'],
    ['/v1/audit?limit=0', '/limit'],
    ['/v1/audit?limit=101', '/limit'],
    ['/v1/audit?limit=1e1', '/limit'],
    ['/v1/audit?limit=5&limit=6', '/limit'],
    ['/v1/audit?from=yesterday', '/from'],
    ['/v1/audit?from=2026-13-01', '/from'],
    ['/v1/audit?state=lost', '/state'],
    ['/v1/audit?account=1', '/account'],
    ['/v1/audit/stats?from=2024-01-01&to=2026-01-01', '/from'],
    ['/v1/audit/stats?from=2026-01-02&to=2026-01-01', '/from'],
    ['/v1/webhooks/endpoints?limit=201', '/limit'],
    ['/v1/webhooks/messages?from=2026-03-02&to=2026-03-01', '/from'],
    ['/v1/webhooks/deliveries?status=lost', '/status'],
    [`/v1/webhooks/deliveries?endpoint=${id}`, '/endpoint'],
    ['/v1/webhooks/deliveries?cursor=%00', '/cursor'],
    ['/v1/messages/search', '/q'],
    ['/v1/messages/search?q=a', '/q'],
    ['/v1/messages/search?q=-only', '/q'],
    ['/v1/messages/search?q=hello&from=2026-02-01&to=2026-01-01', '/from'],
    [`/v1/messages/search?q=${'x'.repeat(600)}`, '/q'],
  ])('%s is refused at %s', async (path, pointer) => {
    const { status, body } = await ask('GET', path, 'admin')
    expect(status).toBe(400)
    expect(body.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer)
  })

  it.each([
    [{}, '/filter'],
    [{ filter: {} }, '/filter'],
    [{ filter: { from: '2026-01-02', to: '2026-01-01' } }, '/filter/from'],
    [{ filter: { tenant_id: id } }, '/filter/tenant_id'],
    [{ filter: { audit_ids: [] } }, '/filter/audit_ids'],
    [{ filter: { audit_ids: Array.from({ length: 1_001 }, () => id) } }, '/filter/audit_ids'],
    [{ filter: { audit_ids: ['nope'] } }, '/filter/audit_ids/0'],
    [{ filter: { parser_version_lt: 1.5 } }, '/filter/parser_version_lt'],
    [{ filter: { state: 'failed' }, dry_run: true, side_effects: true }, '/side_effects'],
    [{ filter: { state: 'failed' }, rate_per_second: 0 }, '/rate_per_second'],
    [{ filter: { state: 'failed' }, dry_run: 'yes' }, '/dry_run'],
  ])('a replay of %j is refused at %s', async (body, pointer) => {
    const answer = await ask('POST', '/v1/replays', 'admin', body)
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer)
  })

  it.each([
    ['POST', '', {}, '/url'],
    ['POST', '', { url: 'https://a.example', event_types: ['message.creatd'] }, '/event_types/0'],
    ['POST', '', { url: 'https://a.example', event_types: [] }, '/event_types'],
    ['POST', '', { url: 'https://a.example', rate_limit: 0 }, '/rate_limit'],
    ['POST', '', { url: 'https://a.example', tenant_id: id }, '/tenant_id'],
    ['PATCH', `/${endpoint}`, {}, ''],
    ['PATCH', `/${endpoint}`, { secret: 'whsec_AAAA' }, '/secret'],
    ['POST', `/${endpoint}/disable`, {}, '/reason'],
    ['POST', `/${endpoint}/rotate-secret`, { overlap_seconds: -1 }, '/overlap_seconds'],
    ['POST', `/${endpoint}/send-missed`, {}, '/from'],
  ])('%s /v1/webhooks/endpoints%s with %j is refused at %s', async (method, path, body, pointer) => {
    const answer = await ask(method, `/v1/webhooks/endpoints${path}`, 'admin', body)
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer)
  })

  it.each([
    [{}, ''],
    [{ status: 'failed' }, ''],
    [{ from: '2026-03-02', to: '2026-03-01' }, '/from'],
    [{ endpoint, status: 'pending' }, '/status'],
    [{ endpoint, event_types: ['a b'] }, '/event_types/0'],
  ])('a replay of webhooks by %j is refused at %s', async (body, pointer) => {
    const answer = await ask('POST', '/v1/webhooks/deliveries/replay', 'admin', body)
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer)
  })

  it('refuses both directions at once', async () => {
    const { body } = await ask('GET', '/v1/conversations?before=a&after=b', 'admin')
    expect(body.errors).toContainEqual({ pointer: '/after', detail: 'give before or after, not both' })
  })
})

it('answers 503 with Retry-After while MongoDB cannot be reached', async () => {
  const { status, headers, body } = await ask('GET', `/v1/messages/${id}`, 'admin')
  expect(status).toBe(503)
  expect(headers.get('retry-after')).toBe('2')
  expect(body.type).toBe('urn:omnistream:problem:store-unavailable')
})

it('answers 404 and 405 as problems', async () => {
  expect(await ask('GET', '/v1/nothing', 'admin')).toMatchObject({ status: 404, body: { status: 404 } })
  const { status, headers } = await ask('DELETE', '/v1/replays', 'admin')
  expect(status).toBe(405)
  expect(headers.get('allow')).toBe('GET, POST')
})

describe('/openapi.json', () => {
  it('lists every route that the app serves, and nothing else, each with its key and its problems', async () => {
    const { body } = await ask('GET', '/openapi.json')
    const listed = Object.entries(body.paths).flatMap(([path, operations]) =>
      Object.keys(operations as object).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const served = app.routes
      .filter((route) => route.method !== 'ALL' && route.path.startsWith('/v1'))
      .map((route) => `${route.method} ${route.path.replaceAll(/:(\w+)/g, '{$1}')}`)
    expect(listed.sort()).toEqual([...new Set(served)].sort())
    expect(listed).toHaveLength(routes.length)
    for (const operations of Object.values(body.paths)) {
      for (const operation of Object.values(operations as Record<string, Record<string, never>>)) {
        expect(operation.security).toEqual([{ ApiKey: [] }])
        expect(operation.operationId).toMatch(/^[a-zA-Z]+$/)
        expect(Object.keys(operation.responses ?? {})).toEqual(
          expect.arrayContaining(['400', '401', '403', '503']),
        )
      }
    }
  })

  it('is valid by the schema of OpenAPI 3.1', async () => {
    const { body } = await ask('GET', '/openapi.json')
    const validator = new Validator()
    expect(await validator.validate(body)).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  it('is OpenAPI 3.1 whose references all lead somewhere, with unique operation ids', async () => {
    const { body } = await ask('GET', '/openapi.json')
    expect(body.openapi).toBe('3.1.0')
    const text = JSON.stringify(body)
    const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1] ?? '')
    expect(references.length).toBeGreaterThan(20)
    for (const reference of references) {
      const target = reference.split('/').reduce((node, part) => node?.[part], body)
      expect(target, reference).toBeDefined()
    }
    const ids = [...text.matchAll(/"operationId":"(\w+)"/g)].map((match) => match[1])
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(routes.length)
  })

  it('declares every path parameter', async () => {
    const { body } = await ask('GET', '/openapi.json')
    for (const [path, operations] of Object.entries(body.paths)) {
      const wanted = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      for (const operation of Object.values(
        operations as Record<string, { parameters?: { in: string; name: string }[] }>,
      )) {
        const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
        expect(declared.map((parameter) => parameter.name)).toEqual(wanted)
      }
    }
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestHookgres, type TestHookgres, tenantId } from '../testing/test-hookgres.ts'

let own: TestHookgres
beforeAll(async () => {
  own = await createTestHookgres()
})
afterAll(() => own.remove())

const url = 'https://hooks.example.com/in'

describe('an endpoint', () => {
  it('is given back as it was created, its secret only then and when asked for', async () => {
    const input = {
      tenantId,
      url,
      description: 'mine',
      eventTypes: ['a.b'],
      metadata: { k: [1] },
      rateLimit: 5,
    }
    const created = await own.hookgres.endpoints.create(input)
    if (!created.ok) throw new Error(created.error)
    const { endpoint, secret } = created
    expect(endpoint).toMatchObject({ ...input, disabled: false, failingSince: null, pausedAt: null })
    expect(endpoint.id).toMatch(/^ep_[0-9a-f]{32}$/)
    expect(secret).toMatch(/^whsec_/)
    const key = { tenantId, id: endpoint.id }
    expect(await own.hookgres.endpoints.get(key)).toEqual(endpoint)
    expect(await own.hookgres.endpoints.list({ tenantId })).toMatchObject({ items: [endpoint] })
    expect(JSON.stringify(endpoint)).not.toContain(secret)
    expect(await own.hookgres.endpoints.getSecret(key)).toEqual({
      ...{ secret, previousSecret: null, previousSecretExpiresAt: null },
    })
  })

  it('changes only in the fields that are given, null among them', async () => {
    const { id } = await own.endpoint(url, { eventTypes: ['a'], description: 'x', metadata: { a: 1 } })
    const key = { tenantId, id }
    const changed = await own.hookgres.endpoints.update(key, { eventTypes: null, metadata: { b: 2 } })
    expect(changed).toMatchObject({
      ...{ ok: true, endpoint: { url, eventTypes: null, description: 'x', metadata: { b: 2 } } },
    })
    expect(await own.hookgres.endpoints.update(key, { url: 'http://10.0.0.1/' })).toMatchObject({
      ...{ ok: false, reason: 'invalid', field: 'url' },
    })
    expect(await own.hookgres.endpoints.update(key, {})).toMatchObject({ ok: true })
  })

  it('is disabled with a reason and enabled without one', async () => {
    const key = { tenantId, id: (await own.endpoint(url)).id }
    expect(await own.hookgres.endpoints.disable(key, 'not paid\0')).toMatchObject({
      endpoint: { disabled: true, disabledReason: 'not paid' },
    })
    expect(await own.hookgres.endpoints.enable(key)).toMatchObject({
      endpoint: { disabled: false, disabledReason: null },
    })
  })

  it('has two secrets during a rotation, and one where the old one has leaked', async () => {
    const { id, secret } = await own.endpoint(url)
    const key = { tenantId, id }
    const rotated = await own.hookgres.endpoints.rotateSecret(key)
    if (!rotated.ok) throw new Error('not rotated')
    expect(rotated.endpoint.previousSecretExpiresAt?.getTime()).toBeGreaterThan(Date.now() + 86_000_000)
    expect(await own.hookgres.endpoints.getSecret(key)).toMatchObject({
      ...{ secret: rotated.secret, previousSecret: secret },
    })
    const leaked = await own.hookgres.endpoints.rotateSecret(key, { overlapMs: 0 })
    expect(await own.hookgres.endpoints.getSecret(key)).toEqual({
      ...{ secret: leaked.ok && leaked.secret, previousSecret: null, previousSecretExpiresAt: null },
    })
    expect(await own.hookgres.endpoints.rotateSecret(key, { secret: 'whsec_short' })).toMatchObject({
      ...{ ok: false, reason: 'invalid', field: 'secret' },
    })
  })

  it('of another tenant is not found by any verb', async () => {
    const { id, secret } = await own.endpoint(url)
    const { endpoints } = own.hookgres
    const key = { tenantId: 'tenant-2', id }
    expect(await endpoints.get(key)).toBeUndefined()
    expect(await endpoints.getSecret(key)).toBeUndefined()
    expect(await endpoints.delete(key)).toBe(false)
    const range = { from: new Date(0) }
    const outcomes = await Promise.all([
      ...[endpoints.update(key, { description: 'x' }), endpoints.disable(key, 'x'), endpoints.enable(key)],
      ...[endpoints.pause(key), endpoints.resume(key), endpoints.rotateSecret(key)],
      own.hookgres.sendMissed(key, range),
    ])
    for (const outcome of outcomes) expect(outcome).toEqual({ ok: false, reason: 'not_found' })
    expect(await endpoints.getSecret({ tenantId, id })).toMatchObject({ secret })
  })
})

it('a list goes over its pages, newest first, each endpoint once', async () => {
  const other = 'tenant-pages'
  const made: string[] = []
  for (let n = 0; n < 5; n += 1) {
    const created = await own.hookgres.endpoints.create({ tenantId: other, url })
    if (created.ok) made.unshift(created.endpoint.id)
  }
  const seen: string[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await own.hookgres.endpoints.list({ tenantId: other, limit: 2, cursor })
    if (!page.ok) throw new Error(page.reason)
    seen.push(...page.items.map(({ id }) => id))
    if (page.next === null) break
    cursor = page.next
  }
  expect(seen).toEqual(made)
})

import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import type { Listener } from '@omnistream/delivery/testing/test-receiver'
import { standardUuids } from '@omnistream/mongo'
import { explained } from '@omnistream/mongo/testing/explained'
import { Binary } from 'mongodb'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createMediaScene, type MediaScene } from '../testing/media-scene.ts'
import { claimDue, dueFilter } from './media-rows.ts'
import { untoldFilter } from './tell-media.ts'

let scene: MediaScene
beforeAll(async () => {
  scene = await createMediaScene()
})
afterEach(() => scene.store.media.deleteMany({}))
afterAll(() => scene.drop())

const sha256 = createHash('sha256').update('the bytes').digest('base64')
const serve = async (listener: Listener) => `${(await scene.delivery.receiver(listener)).url}/file`
const image = (response: Parameters<Listener>[1], bytes = 'the bytes'): void => {
  response.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes)
}

describe('a medium', () => {
  it('of WhatsApp is asked for by its id with the token, checked and stored', async () => {
    const seen: (string | undefined)[] = []
    const receiver = await scene.delivery.receiver((request, response) => {
      seen.push(request.url, request.headers.authorization)
      if (request.url === '/file') image(response)
      else response.setHeader('content-type', 'application/json').end(`{"url":"${receiver.url}/file"}`)
    })
    const endpoints = new Map([['whatsapp', receiver.url]])
    const medium = await scene.add('whatsapp', { kind: 'image', id: '81', mimeType: 'image/jpeg', sha256 })
    expect(await scene.workOne({ endpoints })).toMatchObject({
      ...{ state: 'stored', attempts: 1, bytes: 9, mime_type: 'image/jpeg', untold: true },
      sha256: createHash('sha256').update('the bytes').digest('hex'),
    })
    expect(seen).toEqual(['/81', 'Bearer opens-it', '/file', 'Bearer opens-it'])
    expect(await scene.bytes(medium)).toBe('the bytes')
    expect(await readdir(scene.deps.draftFolder)).toEqual([])
  })

  it('of a mail is cut out of the stored webhook', async () => {
    const body =
      '--b\r\ncontent-disposition: form-data; name="attachment1"; filename="a.txt"\r\n\r\nthe bytes\r\n--b--\r\n'
    const audit_id = standardUuids.write(crypto.randomUUID())
    const at = new Date()
    await scene.store.webhookAudit.insertOne({
      ...{
        _id: audit_id,
        received_at: at,
        channel: 'email',
        method: 'POST',
        url: '',
        source_ip: '192.0.2.1',
      },
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      ...{ body: new Binary(Buffer.from(body)), body_bytes: body.length, request_id: 'x' },
      ...{ signature_status: 'VALID', signature_detail: null, parse: { state: 'done' } },
    })
    const ref = { kind: 'document', id: 'attachment1', mimeType: 'text/plain', sha256 } as const
    const medium = await scene.add('email', ref, { audit_id })
    expect(await scene.workOne()).toMatchObject({ state: 'stored', mime_type: 'text/plain' })
    expect(await scene.bytes(medium)).toBe('the bytes')
    await scene.add('email', ref)
    expect(await scene.workOne()).toMatchObject({
      state: 'expired',
      error: expect.stringContaining('is gone'),
    })
  })

  it.each([
    [404, 'expired'],
    [410, 'expired'],
    [403, 'expired'],
    [400, 'failed'],
  ])('whose URL is answered with %i is %s, and asked for no more', async (status, state) => {
    const url = await serve((_, response) => response.writeHead(status).end('no'))
    await scene.add('viber', { kind: 'image', url })
    expect(await scene.workOne()).toMatchObject({ state, error: expect.stringContaining(`HTTP ${status}`) })
    expect(await claimDue(scene.deps)).toBeUndefined()
    expect(await scene.stored()).not.toContain('partial')
  })

  it('whose time is over when its turn comes is expired', async () => {
    await scene.add('viber', { kind: 'image', url: 'https://cdn.example/1' }, { expires_at: new Date(0) })
    expect(await scene.workOne()).toMatchObject({ state: 'expired' })
  })

  it('that cannot be had right now comes back later, and is given up after the last try', async () => {
    const url = await serve((_, response) => response.writeHead(503, { 'retry-after': '60' }).end())
    const medium = await scene.add('viber', { kind: 'image', url })
    const before = Date.now()
    expect(await scene.workOne()).toMatchObject({ state: 'pending', attempts: 1, error: 'HTTP 503' })
    expect((await scene.row(medium))?.next_at?.getTime()).toBeGreaterThanOrEqual(before + 60_000)
    expect(await claimDue(scene.deps)).toBeUndefined()
    await scene.store.media.updateOne({ _id: medium._id }, { $set: { attempts: 9, next_at: new Date() } })
    expect(await scene.workOne()).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('10 tries'),
    })
  })

  it('of an account without a token waits for one, at no cost of its tries', async () => {
    const { account } = scene
    const without = { ...account, secrets: { appSecrets: [], verifyTokens: [] } }
    const medium = await scene.add('whatsapp', { kind: 'image', id: '81' })
    const directory = { byIdOrExternalId: () => without }
    expect(await scene.workOne({ directory })).toMatchObject({
      ...{ state: 'pending', attempts: 0, error: 'no access token is configured' },
    })
    expect((await scene.row(medium))?.next_at?.getTime()).toBeGreaterThan(Date.now() + 50_000)
  })

  it.each([
    ['too large', { 'content-type': 'image/jpeg' }, 'x'.repeat(1_001), 'larger than 1000 bytes'],
    ['of a type nobody wants', { 'content-type': 'application/x-msdownload' }, 'MZ', 'is not taken'],
    ['a page to log in', { 'content-type': 'text/html; charset=utf-8' }, '<html>', 'a web page'],
    ['an error as JSON', { 'content-type': 'application/json' }, '{"status":1}', 'is JSON'],
  ])('that is %s has failed, and leaves nothing', async (_, headers, body, words) => {
    const before = await scene.stored()
    const url = await serve((_request, response) => response.writeHead(200, headers).end(body))
    await scene.add('viber', { kind: 'image', url })
    expect(await scene.workOne()).toMatchObject({ state: 'failed', error: expect.stringContaining(words) })
    expect(await scene.stored()).toEqual(before)
    expect(await readdir(scene.deps.draftFolder)).toEqual([])
  })

  it('whose bytes are not those the message speaks of is not stored', async () => {
    const url = await serve((_, response) => image(response, 'other bytes'))
    await scene.add('viber', { kind: 'image', url, sha256 })
    expect(await scene.workOne()).toMatchObject({
      state: 'pending',
      error: expect.stringContaining('SHA-256'),
    })
  })

  it('at an address inside is not called, and no redirect leads there', async () => {
    let called = 0
    const inner = await serve((_, response) => {
      called += 1
      image(response)
    })
    const outer = await serve((_, response) =>
      response.writeHead(302, { location: inner.replace('127.0.0.1', '127.0.0.2') }).end(),
    )
    const strict = scene.delivery.deliverer({ guard: {} })
    const outerOnly = scene.delivery.deliverer({ guard: { allow: ['127.0.0.1'] } })
    for (const [url, deliverer] of [
      [inner, strict],
      [outer, outerOnly],
    ] as const) {
      await scene.add('viber', { kind: 'image', url })
      expect(await scene.workOne({ deliverer })).toMatchObject({
        ...{ state: 'failed', error: expect.stringContaining('not called') },
      })
    }
    expect(called).toBe(0)
  })

  it('whose storage is away comes back soon, at no cost of its tries', async () => {
    const url = await serve((_, response) => image(response))
    await scene.add('viber', { kind: 'image', url })
    const put = () => Promise.reject(new Error('the disk is full'))
    expect(await scene.workOne({ store: { ...scene.files, put } })).toMatchObject({
      ...{ state: 'pending', attempts: 0, error: 'the media storage does not take it' },
    })
  })
})

describe('a worker', () => {
  it.each(['fetched', 'put'] as const)(
    'that dies after "%s" leaves the medium to another, once',
    async (step) => {
      const before = (await scene.stored()).length
      const url = await serve((_, response) => image(response))
      const medium = await scene.add('viber', { kind: 'image', url })
      const dies = {
        mediaCheckpoint: (at: string) => (at === step ? Promise.reject(new Error('killed')) : undefined),
      }
      await expect(scene.workOne({ ...dies, leaseMs: 300 })).rejects.toThrow('killed')
      expect(await scene.row(medium)).toMatchObject({ state: 'pending', attempts: 1 })
      expect(await claimDue(scene.deps)).toBeUndefined()
      const later = { now: () => new Date(Date.now() + 1_000) }
      expect(await scene.workOne(later)).toMatchObject({ state: 'stored', attempts: 2 })
      expect(await scene.bytes(medium)).toBe('the bytes')
      expect((await scene.stored()).length).toBe(before + 1)
    },
  )

  it('that has lost its lease says nothing more', async () => {
    const url = await serve((_, response) => image(response))
    const medium = await scene.add('viber', { kind: 'image', url })
    const mediaCheckpoint = async (step: string) => {
      if (step === 'put')
        await scene.store.media.updateOne({ _id: medium._id }, { $set: { lock_token: 'other' } })
    }
    expect(await scene.workOne({ mediaCheckpoint })).toMatchObject({ state: 'pending', lock_token: 'other' })
  })

  it('keeps a lease for as long as a slow medium takes', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'image/jpeg' }).write('the ')
      const end = setTimeout(() => response.end('bytes'), 3_500)
      response.on('close', () => clearTimeout(end))
    })
    const medium = await scene.add('viber', { kind: 'image', url })
    let done = false
    const working = scene.workOne({ leaseMs: 1_500 }).finally(() => {
      done = true
    })
    while ((await scene.row(medium))?.attempts === 0) await new Promise(setImmediate)
    const claims: unknown[] = []
    while (!done) claims.push((await claimDue(scene.deps)) ?? 'nothing')
    expect(await working).toMatchObject({ state: 'stored', attempts: 1 })
    expect(new Set(claims)).toEqual(new Set(['nothing']))
  })

  it('takes each medium once, however many take at the same time', async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => scene.add('viber', { kind: 'image', id: String(n) })),
    )
    const claims = await Promise.all(Array.from({ length: 16 }, () => claimDue(scene.deps)))
    const ids = claims.flatMap((row) => (row ? [standardUuids.read(row._id)] : []))
    expect(ids).toHaveLength(8)
    expect(new Set(ids).size).toBe(8)
  })
})

it('what is due and what is untold are found by indexes that hold nothing else', async () => {
  for (let n = 0; n < 30; n += 1) {
    await scene.add('viber', { kind: 'image', id: `s${n}` }, { state: 'stored', stored_at: new Date() })
  }
  await scene.add('viber', { kind: 'image', id: 'due' })
  await scene.add(
    'viber',
    { kind: 'image', id: 'told' },
    { state: 'stored', stored_at: new Date(), untold: true },
  )
  const finds = [
    ['due', dueFilter(new Date()), { next_at: 1 }],
    ['untold', untoldFilter, { stored_at: 1 }],
  ] as const
  for (const [index, filter, sort] of finds) {
    const plan = await explained(scene.mongo.db, { find: 'media', filter, sort, limit: 100 })
    expect([plan.indexes, plan.docsExamined]).toEqual([[index], 1])
  }
})

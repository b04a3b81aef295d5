import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFolderStore, mediaIds } from '@omnistream/media'
import { standardUuids as uuids } from '@omnistream/mongo/uuid-codec'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildMedium, buildMessage } from '../testing/build-documents.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
let folder: string
let tenant: { id: string; key: string }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'omnistream-api-media-'))
  const mediaStore = createFolderStore(folder)
  api = await createTestApi({ mediaStore })
  tenant = await api.tenant('inbox:read')
  await writeFile(join(folder, 'source'), '0123456789')
  await mediaStore.put('tenant/ab/medium', join(folder, 'source'), 'image/png')
})
afterAll(async () => {
  await api?.drop()
  await rm(folder, { recursive: true, force: true })
})

async function store(more: Parameters<typeof buildMedium>[0]['more'] = {}): Promise<string> {
  const id = randomUUID()
  await api.collections.media.insertOne(buildMedium({ tenant: tenant.id, id, more }))
  return `/v1/media/${id}`
}

const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
  api.app.request(path, { method, headers: { authorization: `Bearer ${tenant.key}`, ...headers } })

describe('GET /v1/media/{id}', () => {
  it('gives the bytes, as nothing a browser could run', async () => {
    const answer = await api.get(await store({ mime_type: 'text/html' }), tenant.key)
    expect(answer.status).toBe(200)
    expect(answer.bytes.toString()).toBe('0123456789')
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      ...{ 'content-type': 'text/html', 'content-length': '10', 'content-disposition': 'attachment' },
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
  })

  it('gives a part, says where there is none, and what has not changed', async () => {
    const path = await store()
    const part = await ask(path, { range: 'bytes=2-4' })
    expect([part.status, await part.text()]).toEqual([206, '234'])
    expect(part.headers.get('content-range')).toBe('bytes 2-4/10')
    const none = await ask(path, { range: 'bytes=10-' })
    expect([none.status, none.headers.get('content-range')]).toEqual([416, 'bytes */10'])
    const etag = part.headers.get('etag') ?? ''
    expect((await ask(path, { 'if-none-match': etag })).status).toBe(304)
    const head = await ask(path, {}, 'HEAD')
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', ''])
  })

  it.each([
    ['pending', 409, 'has not been fetched yet: no access token is configured'],
    ['expired', 404, 'it is expired: no access token is configured'],
    ['failed', 404, 'it is failed: no access token is configured'],
  ] as const)('says of a medium that is %s why it is not there', async (state, status, words) => {
    const path = await store({ state, error: 'no access token is configured' })
    const answer = await api.get(path, tenant.key)
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ state, detail: expect.stringContaining(words) })
  })

  it('says that a stored medium is gone from the storage', async () => {
    const answer = await api.get(await store({ storage_key: 'tenant/ab/gone' }), tenant.key)
    expect(answer.status).toBe(404)
    expect(answer.body).toMatchObject({ detail: expect.stringContaining('no longer in the media storage') })
  })

  it('is for keys that may read the inbox', async () => {
    const other = await api.tenant('audit:read')
    expect((await api.get(await store(), other.key)).status).toBe(403)
  })
})

it('messages, one by one, listed and found, say what has become of their media', async () => {
  const [id, account, conversation] = [randomUUID(), randomUUID(), randomUUID()]
  const media = [
    { kind: 'image', id: '81' },
    { kind: 'image', url: 'https://cdn.example/1' },
    { kind: 'sticker' },
  ]
  const message = buildMessage({
    ...{ tenant: tenant.id, id, account, conversation, content: { caption: 'sunset', media } },
  })
  await api.collections.messages.insertOne(message)
  const [first = ''] = mediaIds({ accountId: account, externalId: message.external_id }, media)
  await api.collections.media.insertOne(
    buildMedium({ tenant: tenant.id, id: first, more: { state: 'pending' } }),
  )
  const expected = [{ kind: 'image', id: '81', media_id: first, state: 'pending' }, media[1], media[2]]
  const shown = await api.get(`/v1/messages/${id}`, tenant.key)
  expect(shown.body).toMatchObject({ content: { media: expected } })
  for (const sort of ['newest', 'relevance']) {
    const found = await api.get(`/v1/messages/search?q=sunset&sort=${sort}`, tenant.key)
    expect(found.body).toMatchObject({ data: [{ message: { content: { media: expected } } }] })
  }
  // Another tenant's row under the same id would not be shown.
  await api.collections.media.updateOne(
    { _id: uuids.write(first) },
    { $set: { tenant_id: uuids.write(randomUUID()) } },
  )
  const alone = await api.get(`/v1/messages/${id}`, tenant.key)
  expect(alone.body).toMatchObject({ content: { media } })
  expect(alone.bytes.toString()).not.toContain('media_id')
})

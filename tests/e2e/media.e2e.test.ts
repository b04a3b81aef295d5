import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitFor } from '@omnistream/common'
import { startReceiver, type TestReceiver } from '@omnistream/delivery/testing/test-receiver'
import { updateAccount } from '@omnistream/postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApiProcess } from '../support/api-process.ts'
import { readEvents } from '../support/read-events.ts'
import { post, signed, textPayload } from '../support/send.ts'
import type { ServiceProcess } from '../support/service-process.ts'
import { type Suite, startEngineProcess, startSuite } from '../support/suite.ts'

const bytes = Buffer.from('what WhatsApp keeps')
const sha256 = createHash('sha256').update(bytes).digest()
/** Media that the provider gives only once it may. */
let mayGive = false

let folder: string
let provider: TestReceiver
let suite: Suite
let api: ServiceProcess & { url: string }
let engineEnv: Record<string, string>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'omnistream-e2e-media-'))
  provider = await startReceiver((request, response) => {
    if (request.headers.authorization !== 'Bearer e2e-token') response.writeHead(401).end()
    else if (request.url === '/expired') response.writeHead(404).end()
    else if (request.url === '/later' && !mayGive) response.writeHead(503).end()
    else if (request.url === '/file') response.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes)
    else response.setHeader('content-type', 'application/json').end(`{"url":"${provider.url}/file"}`)
  })
  engineEnv = {
    ...{ MEDIA_STORAGE: 'folder', MEDIA_FOLDER: folder, MEDIA_ALLOWED_HOSTS: '127.0.0.1', MEDIA_LEASE: '2s' },
    MEDIA_ENDPOINTS: `whatsapp=${provider.url}`,
  }
  suite = await startSuite({
    engineScript: 'tests/support/dying-engine.ts',
    engineEnv: { ...engineEnv, DIE_AT: 'media put' },
  })
  const { tenancy } = suite
  await updateAccount(tenancy.pool, tenancy.keyRing, {
    ...{ tenantId: tenancy.tenantId, id: tenancy.account.id },
    secrets: { ...tenancy.account.secrets, accessTokens: ['e2e-token'] },
  })
  api = await startApiProcess({
    ...tenancy,
    env: { ...tenancy.env, MEDIA_STORAGE: 'folder', MEDIA_FOLDER: folder },
  })
})
afterAll(async () => {
  await api?.kill('SIGTERM')
  await suite?.stop()
  await provider?.close()
  await rm(folder, { recursive: true, force: true })
})

async function send(wamid: string, mediaId: string, caption: string): Promise<void> {
  const payload = textPayload(wamid, '') as {
    entry: { changes: { value: { messages: Record<string, unknown>[] } }[] }[]
  }
  const [message] = payload.entry[0]?.changes[0]?.value.messages ?? []
  const image = { id: mediaId, mime_type: 'image/jpeg', sha256: sha256.toString('base64'), caption }
  Object.assign(message ?? {}, { type: 'image', text: undefined, image })
  const answer = await post(
    `${suite.ingestor.url}/webhooks/whatsapp`,
    signed(payload, suite.tenancy.appSecret),
  )
  expect(answer.status).toBe(200)
}

const ask = (path: string) =>
  fetch(`${api.url}${path}`, { headers: { authorization: `Bearer ${suite.tenancy.apiKey}` } })

type Medium = { media_id?: string; state?: string }

/** The medium of the message that a word finds, as the API shows it. */
async function found(word: string): Promise<Medium | undefined> {
  const answer = await ask(`/v1/messages/search?q=${word}`)
  const { data } = (await answer.json()) as { data: { message: { content: { media?: Medium[] } } }[] }
  return data[0]?.message.content.media?.[0]
}

const until = (word: string, state: string, deadlineMs = 40_000) =>
  waitFor(async () => ((await found(word))?.state === state ? await found(word) : undefined), {
    ...{ deadlineMs, intervalMs: 100 },
    describe: () => `${word} is ${state}\n${suite.engine.output()}`,
  })

it('a medium is stored once although the engine was killed after the put, and its message was there before', async () => {
  await send('wamid.M1', '81', 'sunrise')
  await waitFor(() => suite.engine.signal() === 'SIGKILL', {
    deadlineMs: 30_000,
    describe: 'the engine dies',
  })
  const pending = await until('sunrise', 'pending')
  const refused = await ask(`/v1/media/${pending.media_id}`)
  expect(refused.status).toBe(409)

  const engine = await startEngineProcess(suite.tenancy, engineEnv)
  const { media_id } = await until('sunrise', 'stored')
  const served = await ask(`/v1/media/${media_id}`)
  expect(served.status).toBe(200)
  expect(served.headers.get('content-type')).toBe('image/jpeg')
  expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true)
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) =>
    one.isFile(),
  )
  expect(files.map(({ name }) => name)).toEqual([media_id])
  const told = await waitFor(
    async () => (await readEvents(suite.tenancy)).find(({ type }) => type === 'media.stored'),
    { deadlineMs: 20_000, describe: 'the event' },
  )
  expect(told.data).toMatchObject({ media_id, bytes: bytes.length, sha256: sha256.toString('hex') })

  await send('wamid.M2', 'expired', 'sundown')
  const gone = await until('sundown', 'expired')
  expect((await ask(`/v1/media/${gone.media_id}`)).status).toBe(404)

  await send('wamid.M3', 'later', 'midnight')
  await until('midnight', 'pending')
  mayGive = true
  await until('midnight', 'stored', 60_000)
  expect(engine.output()).not.toContain('e2e-token')
  await engine.kill('SIGTERM')
})

import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  contactIdFor,
  createAccount,
  createKeyRing,
  createReplayRun,
  getContactMerge,
  getReplayRun,
  getThreadMerge,
  listThreadMerges,
  mergeThreads,
  resolveContacts,
  upsertConversations,
} from '@omnistream/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAudit, buildMedium, buildMessage } from './testing/build-documents.ts'
import { createTestApi, type TestApi } from './testing/test-api.ts'

type Owned = {
  id: string
  key: string
  conversation: string
  message: string
  medium: string
  audit: string
  replay: string
  account: string
  contact: string
  merge: string
  threadMerge: string
}

let api: TestApi
let mine: Owned
let theirs: Owned

beforeAll(async () => {
  api = await createTestApi({ mediaStore: { get: async () => Readable.from([Buffer.from('0123456789')]) } })
  mine = await populate()
  theirs = await populate()
})
afterAll(() => api.drop())

/** A tenant with one of everything. */
async function populate(): Promise<Owned> {
  const { id, key } = await api.tenant()
  const [conversation, message, audit] = [randomUUID(), randomUUID(), randomUUID()]
  const at = new Date('2026-07-01T12:00:00Z')
  const keyRing = createKeyRing(`k:${Buffer.alloc(32, 1).toString('base64')}`)
  const account = await createAccount(api.pool, keyRing, {
    ...{ tenantId: id, channel: 'whatsapp', externalId: randomUUID(), name: 'Shop' },
  })
  if (!account.ok) throw new Error(account.reason)
  const accountId = account.account.id
  await upsertConversations(api.pool, [
    {
      ...{ conversationId: conversation, tenantId: id, accountId, channel: 'whatsapp', kind: 'direct' },
      ...{
        threadKey: 'x',
        contactId: null,
        messageId: message,
        preview: 'hello',
        createdAt: at,
        receivedAt: at,
      },
      ...{ inbound: true, countsAsUnread: true },
    },
  ])
  const content = { body: 'the common word' }
  await api.collections.messages.insertOne(
    buildMessage({ tenant: id, id: message, conversation, account: accountId, at, content }),
  )
  await api.collections.webhookAudit.insertOne(
    buildAudit({ tenant: id, id: audit, at, more: { account_id: api.deps.uuids.write(accountId) } }),
  )
  const medium = randomUUID()
  await api.collections.media.insertOne(buildMedium({ tenant: id, id: medium }))
  const owned = { tenant_id: api.deps.uuids.write(id), account_id: api.deps.uuids.write(accountId) }
  await api.collections.accountUpdates.insertOne({
    ...{ _id: api.deps.uuids.write(randomUUID()), ...owned, channel: 'whatsapp', event: 'account_update' },
    ...{ at, received_at: at, data: { event: 'VERIFIED' }, path: '/x', parser_version: 1 },
    audit_id: api.deps.uuids.write(audit),
  })
  const run = await createReplayRun(api.pool, { tenantId: id, filter: {}, dryRun: true, sideEffects: false })
  const { uuids } = api.deps
  await api.collections.replayResults.insertOne({
    _id: `${run.id}:${audit}`,
    ...{
      run_id: uuids.write(run.id),
      audit_id: uuids.write(audit),
      tenant_id: uuids.write(id),
      created_at: at,
    },
    counts: { new: 1, changed: 0, unchanged: 0, failing: 0, still_failing: 0, ignored: 0, unrouted: 0 },
    ...{ dry_run: true, settled: true, items: [] },
  })
  const { contact, merge, threadMerge } = await joinThings(id, accountId, conversation)
  return {
    contact,
    merge,
    threadMerge,
    id,
    key,
    conversation,
    message,
    medium,
    audit,
    replay: run.id,
    account: accountId,
  }
}

/** A person who was two, and a group that went on as the tenant's conversation. */
async function joinThings(tenantId: string, accountId: string, conversation: string) {
  const seen = (seconds: number, ...kinds: string[]) => ({
    ...{ tenantId, accountId, channel: 'whatsapp', name: 'Common Name', seenAt: new Date(seconds * 1_000) },
    identities: kinds.map((kind) => ({ kind, value: 'common' })),
  })
  for (const input of [seen(1, 'wa_id'), seen(2, 'bsuid'), seen(3, 'wa_id', 'bsuid')]) {
    await resolveContacts(api.pool, [input])
  }
  const contact = contactIdFor(accountId, { kind: 'wa_id', value: 'common' })
  const from = contactIdFor(accountId, { kind: 'bsuid', value: 'common' })
  const fromId = randomUUID()
  await mergeThreads(api.pool, [
    {
      ...{ tenantId, accountId, channel: 'telegram', fromId, fromKey: '-1', intoId: conversation },
      ...{ intoKey: '-2', happenedAt: new Date() },
    },
  ])
  const [moved] = await listThreadMerges(api.pool, { tenantId, conversationId: conversation, limit: 1 })
  const merge = await getContactMerge(api.pool, { tenantId, from })
  return { contact, merge: merge?.id ?? '', threadMerge: moved?.id ?? '' }
}

describe('what belongs to another tenant', () => {
  it.each([
    ['conversation', (of: Owned) => `/v1/conversations/${of.conversation}`],
    ['messages of a conversation', (of: Owned) => `/v1/conversations/${of.conversation}/messages`],
    ['moves of a conversation', (of: Owned) => `/v1/conversations/${of.conversation}/merges`],
    ['contact', (of: Owned) => `/v1/contacts/${of.contact}`],
    ['medium', (of: Owned) => `/v1/media/${of.medium}`],
    ['message', (of: Owned) => `/v1/messages/${of.message}`],
    ['webhook', (of: Owned) => `/v1/audit/${of.audit}`],
    ['raw webhook', (of: Owned) => `/v1/audit/${of.audit}/raw`],
    ['replay', (of: Owned) => `/v1/replays/${of.replay}`],
    ['replay report', (of: Owned) => `/v1/replays/${of.replay}/report`],
  ])('is not there when asked for by id: %s', async (_, path) => {
    const own = await api.get(path(mine), mine.key)
    const foreign = await api.get(path(theirs), mine.key)
    const missing = await api.get(
      path({
        ...theirs,
        conversation: randomUUID(),
        message: randomUUID(),
        medium: randomUUID(),
        audit: randomUUID(),
        replay: randomUUID(),
        contact: randomUUID(),
      }),
      mine.key,
    )
    expect(own.status).toBe(200)
    expect(foreign.status).toBe(404)
    const withoutRequest = (body: unknown) => ({ ...(body as object), request_id: '' })
    expect(withoutRequest(foreign.body)).toEqual(withoutRequest(missing.body))
  })

  it.each([
    ['conversations', '/v1/conversations'],
    ['contacts', '/v1/contacts'],
    ['contacts by identity', '/v1/contacts?identity=common'],
    ['contacts by name', '/v1/contacts?name=comm'],
    ['search by newest', '/v1/messages/search?q=common'],
    ['search by beginning', '/v1/messages/search?q=comm'],
    ['search by relevance', '/v1/messages/search?q=common&sort=relevance'],
    ['webhooks', '/v1/audit'],
    ['webhooks by state', '/v1/audit?state=done'],
    ['replays', '/v1/replays'],
  ])('is not in the list: %s', async (_, path) => {
    const { status, bytes, body } = await api.get(path, mine.key)
    expect(status).toBe(200)
    expect((body as { data: unknown[] }).data).toHaveLength(1)
    const text = bytes.toString('utf8')
    for (const id of [
      theirs.id,
      theirs.conversation,
      theirs.message,
      theirs.audit,
      theirs.replay,
      theirs.account,
      theirs.contact,
    ]) {
      expect(text).not.toContain(id)
    }
  })

  it.each([
    ['conversations by account', (of: Owned) => `/v1/conversations?account=${of.account}`],
    ['search by account', (of: Owned) => `/v1/messages/search?q=common&account=${of.account}`],
    [
      'search in a conversation',
      (of: Owned) => `/v1/messages/search?q=common&conversation=${of.conversation}`,
    ],
    ['updates of an account', (of: Owned) => `/v1/accounts/${of.account}/updates`],
    ['webhooks by account', (of: Owned) => `/v1/audit?account=${of.account}`],
    ['webhooks by channel and account', (of: Owned) => `/v1/audit?channel=whatsapp&account=${of.account}`],
  ])('cannot be reached by a filter: %s', async (_, path) => {
    expect((await api.get(path(mine), mine.key)).body).toMatchObject({ data: [expect.anything()] })
    expect((await api.get(path(theirs), mine.key)).body).toMatchObject({ data: [] })
  })

  it('cannot be reached by a cursor', async () => {
    const path = `/v1/conversations/${theirs.conversation}/messages`
    const { body } = await api.get(path, theirs.key)
    const { prev } = (body as { page: { prev: string } }).page
    expect((await api.get(`${path}?before=${prev}`, mine.key)).status).toBe(404)
    const audit = (await api.get('/v1/audit', theirs.key)).body as { page: { prev: string } }
    const down = (await api.get(`/v1/audit?after=${audit.page.prev}`, mine.key)).body as {
      data: { id: string }[]
    }
    expect(down.data.map(({ id }) => id)).not.toContain(theirs.audit)
  })

  it('is not counted', async () => {
    const { body } = await api.get('/v1/audit/stats?from=2026-07-01&to=2026-07-02', mine.key)
    expect(body).toMatchObject({ data: [{ day: '2026-07-01', channel: 'whatsapp', documents: 1 }] })
  })

  it.each(['pause', 'resume', 'cancel'])('cannot be asked to %s, and stays as it is', async (action) => {
    expect((await api.post(`/v1/replays/${theirs.replay}/${action}`, mine.key)).status).toBe(404)
    expect((await getReplayRun(api.pool, { id: theirs.replay }))?.status).toBe('pending')
  })

  it('cannot be merged, on either side, or taken apart', async () => {
    const merge = (from: string, into: string) => api.post(`/v1/contacts/${from}/merge`, mine.key, { into })
    expect((await merge(theirs.contact, mine.contact)).status).toBe(404)
    expect((await merge(mine.contact, theirs.contact)).status).toBe(404)
    expect((await api.post(`/v1/contacts/merges/${theirs.merge}/undo`, mine.key)).status).toBe(404)
    expect((await api.post(`/v1/conversations/merges/${theirs.threadMerge}/undo`, mine.key)).status).toBe(404)
    const tenantId = theirs.id
    expect(await getContactMerge(api.pool, { tenantId, id: theirs.merge })).toMatchObject({ undoneAt: null })
    expect(await getThreadMerge(api.pool, { tenantId, id: theirs.threadMerge })).toMatchObject({
      undoneAt: null,
    })
    expect((await api.post(`/v1/contacts/merges/${theirs.merge}/undo`, theirs.key)).status).toBe(200)
    const moved = await api.post(`/v1/conversations/merges/${theirs.threadMerge}/undo`, theirs.key)
    expect(moved.status).toBe(200)
  })

  it('cannot be replayed: a run carries the tenant of the key that made it', async () => {
    const created = await api.post('/v1/replays', mine.key, { filter: { audit_ids: [theirs.audit] } })
    const run = await getReplayRun(api.pool, { id: (created.body as { id: string }).id })
    expect(run?.tenantId).toBe(mine.id)
    expect((await api.post('/v1/replays', mine.key, { filter: { account: theirs.account } })).status).toBe(
      404,
    )
  })

  it('a run over all tenants is nobody’s', async () => {
    const run = await createReplayRun(api.pool, {
      tenantId: null,
      filter: {},
      dryRun: true,
      sideEffects: false,
    })
    expect((await api.get(`/v1/replays/${run.id}`, mine.key)).status).toBe(404)
  })
})

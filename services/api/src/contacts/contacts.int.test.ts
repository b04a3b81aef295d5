import { randomUUID } from 'node:crypto'
import { type ContactInput, resolveContacts, upsertConversations } from '@omnistream/postgres'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../testing/test-api.ts'
import { contactDetailSchema, contactListSchema, contactMergeSchema } from './contact-schema.ts'

let api: TestApi
let tenant: { id: string; key: string }
let accountId: string

beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.drop())
beforeEach(async () => {
  tenant = await api.tenant('inbox:read', 'inbox:write')
  accountId = randomUUID()
})

type Ids = [kind: string, value: string][]

async function see(seconds: number, ids: Ids, name?: string, account = accountId): Promise<string> {
  const input: ContactInput = {
    ...{ tenantId: tenant.id, accountId: account, channel: 'whatsapp', seenAt: new Date(seconds * 1_000) },
    identities: ids.map(([kind, value]) => ({ kind, value })),
    ...(name === undefined ? {} : { name }),
  }
  const { contacts } = await resolveContacts(api.pool, [input])
  return contacts[0]?.contactId ?? ''
}

async function list(query = '') {
  const { status, body } = await api.get(`/v1/contacts?${query}`, tenant.key)
  expect(status).toBe(200)
  return contactListSchema.parse(body)
}
const ids = ({ data }: { data: { id: string }[] }): string[] => data.map(({ id }) => id)

async function pages(query: string): Promise<string[]> {
  const found: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await list(`${query}&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`)
    found.push(...ids(page))
    cursor = page.page.next
  }
  return found
}

const detail = async (id: string) =>
  contactDetailSchema.parse((await api.get(`/v1/contacts/${id}`, tenant.key)).body)
const merge = (from: string, into: string, reason?: string) =>
  api.post(`/v1/contacts/${from}/merge`, tenant.key, { into, ...(reason ? { reason } : {}) })
const undo = (id: string) => api.post(`/v1/contacts/merges/${id}/undo`, tenant.key)

it('come by when they were first seen, page by page, each once', async () => {
  const made: string[] = []
  for (const seconds of [1, 2, 2, 2, 3]) made.push(await see(seconds, [['wa_id', randomUUID()]]))
  const all = ids(await list())
  expect(all.toSorted()).toEqual(made.toSorted())
  expect([all.at(0), all.at(-1)]).toEqual([made.at(-1), made.at(0)])
  expect(await pages('')).toEqual(all)
})

it('are found by the beginning of their name in any case, in the order of names', async () => {
  const names = ['ana maria', 'Ana', 'ANABEL', 'Bruno', 'Ána', '张伟', 'ana', '100%_real']
  const made = new Map<string, string>()
  for (const [n, name] of names.entries()) made.set(name, await see(n, [['wa_id', randomUUID()]], name))
  const byName = new Map([...made].map(([name, id]) => [id, name]))
  const found = async (prefix: string) =>
    (await pages(`name=${encodeURIComponent(prefix)}`)).map((id) => byName.get(id))
  expect((await found('ANA')).toSorted()).toEqual(['ANABEL', 'Ana', 'ana', 'ana maria'])
  expect(await found('bruno')).toEqual(['Bruno'])
  expect(await found('张')).toEqual(['张伟'])
  expect(await found('100%_')).toEqual(['100%_real'])
  expect(await found('%')).toEqual([])
})

it('take a name of any length', async () => {
  const long = `Zé ${'x'.repeat(10_000)}`
  const id = await see(1, [['wa_id', '1']], long)
  expect(ids(await list(`name=${encodeURIComponent(long.slice(0, 64))}`))).toEqual([id])
})

it('are found by each of their identities, a number in either spelling', async () => {
  const id = await see(1, [
    ['wa_id', '554188887777'],
    ['bsuid', 'BR.abc'],
    ['email', 'ana@example.test'],
  ])
  for (const identity of ['554188887777', '5541988887777', 'BR.abc', 'ana@example.test']) {
    const found = await list(`identity=${identity}`)
    expect(ids(found)).toEqual([id])
    expect(found.data[0]?.identities).toContainEqual({ kind: 'wa_id', value: '554188887777' })
  }
  expect(ids(await list('identity=5541'))).toEqual([])
})

it.each([
  ['name=a&identity=b', '/name'],
  ['name=', '/name'],
  [`name=${'x'.repeat(65)}`, '/name'],
  ['identity=%00', '/identity'],
  ['cursor=zz', '/cursor'],
  [`cursor=${Buffer.from('["a","b"]').toString('base64url')}`, '/cursor'],
  [`name=a&cursor=${Buffer.from(`[1,"${randomUUID()}"]`).toString('base64url')}`, '/cursor'],
  [`name=a&cursor=${Buffer.from(`["\\u0000","${randomUUID()}"]`).toString('base64url')}`, '/cursor'],
  [`cursor=${Buffer.from(`[9007199254740991,"${randomUUID()}"]`).toString('base64url')}`, '/cursor'],
])('refuse %s', async (query, pointer) => {
  const { status, body } = await api.get(`/v1/contacts?${query}`, tenant.key)
  expect(status).toBe(400)
  expect(body).toMatchObject({ errors: [{ pointer }] })
})

it('are merged and taken apart, with who, when and why on record', async () => {
  const kept = await see(20, [['wa_id', '1']], 'Ana')
  const gone = await see(10, [['bsuid', 'b']], 'Ana T.')
  const made = contactMergeSchema.parse((await merge(gone, kept, 'same face')).body)
  expect(made).toMatchObject({ from: gone, into: kept, cause: 'manual', reason: 'same face', evidence: [] })
  expect(made.created_by).toMatch(/^api-key:/)
  expect((await merge(gone, kept)).body).toEqual(made)
  expect(ids(await list())).toEqual([kept])
  expect(await detail(kept)).toMatchObject({ merges: [made], first_seen_at: new Date(10_000).toISOString() })
  expect(await detail(gone)).toMatchObject({ merged_into: kept, identities: [], merges: [made] })
  expect(await see(30, [['bsuid', 'b']])).toBe(kept)

  const undone = contactMergeSchema.parse((await undo(made.id)).body)
  expect(undone).toMatchObject({ id: made.id, undone_by: made.created_by })
  expect((await undo(made.id)).body).toEqual(undone)
  expect(await detail(kept)).toMatchObject({ identities: [{ kind: 'wa_id', value: '1' }], name: 'Ana' })
  expect(await detail(gone)).toMatchObject({
    ...{ merged_into: null, identities: [{ kind: 'bsuid', value: 'b' }], name: 'Ana T.' },
  })
  expect(await see(40, [['bsuid', 'b']])).toBe(gone)
})

it('show what an automatic merge was made of', async () => {
  const kept = await see(1, [['wa_id', '1']])
  const gone = await see(2, [['bsuid', 'b']])
  await see(3, [
    ['wa_id', '1'],
    ['bsuid', 'b'],
    ['username', 'u'],
  ])
  const { merges } = await detail(kept)
  expect(merges).toMatchObject([
    {
      ...{ from: gone, into: kept, cause: 'automatic', created_by: null },
      evidence: [
        { kind: 'wa_id', value: '1' },
        { kind: 'bsuid', value: 'b' },
      ],
    },
  ])
})

it('give back the name that came with a merge, not one that was seen since', async () => {
  const kept = await see(1, [['wa_id', '1']], 'Old')
  const gone = await see(2, [['bsuid', 'b']], 'New')
  const made = contactMergeSchema.parse((await merge(gone, kept)).body)
  expect(await detail(kept)).toMatchObject({ name: 'New' })
  await undo(made.id)
  expect(await detail(kept)).toMatchObject({ name: 'Old' })
  const again = contactMergeSchema.parse((await merge(gone, kept)).body)
  await see(9, [['wa_id', '1']], 'Newest')
  await undo(again.id)
  expect(await detail(kept)).toMatchObject({ name: 'Newest' })
  expect(await detail(gone)).toMatchObject({ name: 'New' })
})

it('refuse a merge that cannot be', async () => {
  const [a, b, c] = [
    await see(1, [['wa_id', '1']]),
    await see(2, [['wa_id', '2']]),
    await see(3, [['wa_id', '3']]),
  ]
  const elsewhere = await see(4, [['wa_id', '1']], undefined, randomUUID())
  expect((await merge(a, a)).status).toBe(409)
  expect((await merge(a, elsewhere)).status).toBe(409)
  expect((await merge(a, randomUUID())).status).toBe(404)
  expect((await merge(randomUUID(), a)).status).toBe(404)
  expect((await api.post(`/v1/contacts/${a}/merge`, tenant.key, { into: 'x' })).status).toBe(422)
  expect((await merge(a, b)).status).toBe(200)
  expect((await merge(b, a)).status).toBe(409)
  expect(await merge(a, c)).toMatchObject({ status: 409, body: { merged_into: b } })
  // Into what is merged itself is into the contact that is left.
  expect((await merge(c, a)).body).toMatchObject({ from: c, into: b })
})

it('are never merged in a circle, whoever asks at once', async () => {
  const three = await Promise.all([1, 2, 3].map((n) => see(n, [['wa_id', String(n)]])))
  const [a = '', b = '', c = ''] = three
  await Promise.all([merge(a, b), merge(b, c), merge(c, a), merge(b, a), merge(c, b), merge(a, c)])
  expect(ids(await list())).toHaveLength(1)
})

it('come with their conversations', async () => {
  const contactId = await see(1, [['wa_id', '1']])
  const conversationId = randomUUID()
  const at = new Date('2026-07-01T12:00:00Z')
  await upsertConversations(api.pool, [
    {
      ...{ conversationId, tenantId: tenant.id, accountId, channel: 'whatsapp', kind: 'direct', contactId },
      ...{ threadKey: 'wa_id:1', messageId: randomUUID(), preview: 'hello', createdAt: at, receivedAt: at },
      ...{ inbound: true, countsAsUnread: true },
    },
  ])
  expect((await detail(contactId)).conversations).toEqual([
    { id: conversationId, status: 'open', unread_count: 1, last_message_at: at.toISOString() },
  ])
})

it('are changed by a key with inbox:write alone', async () => {
  const reader = await api.tenant('inbox:read')
  const path = `/v1/contacts/${randomUUID()}/merge`
  expect((await api.post(path, reader.key, { into: randomUUID() })).status).toBe(403)
})

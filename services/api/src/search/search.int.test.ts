import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildMessage, type MessageInput } from '../testing/build-documents.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'
import { searchSchema } from './search-schema.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.drop())

async function search(key: string, parameters: Record<string, string>) {
  const { status, body } = await api.get(`/v1/messages/search?${new URLSearchParams(parameters)}`, key)
  expect(status, JSON.stringify(body)).toBe(200)
  return searchSchema.parse(body)
}

const bodies = (found: Awaited<ReturnType<typeof search>>) =>
  found.data.map(({ message }) => message.content.body)

async function tenantWith(messages: Omit<MessageInput, 'tenant'>[]) {
  const { id: tenant, key } = await api.tenant('inbox:read')
  await api.collections.messages.insertMany(messages.map((message) => buildMessage({ tenant, ...message })))
  return { tenant, key }
}

describe('what people type', () => {
  const said = [
    'Café com leite, por favor',
    '你好世界，今天天气很好',
    'ผมจะไปโรงเรียนพรุ่งนี้',
    'السَّلامُ عَلَيْكُم يا مُحَمَّد',
    'Die Straße ist lang',
    'İstanbul ve ISPARTA',
    'order INV-2024/00123 to joe.smith@example.com',
    'Call +62 812-3456-7890',
    'blue shirt, size M',
    'shirt in blue, refund please',
  ]
  let key: string
  beforeAll(async () => {
    const at = (n: number) => new Date(Date.parse('2026-07-01T12:00:00Z') + n * 1_000)
    ;({ key } = await tenantWith(said.map((body, n) => ({ content: { body }, at: at(n) }))))
  })

  it.each([
    ['cafe', [0]],
    ['CAF', [0]],
    ['leite cafe', [0]],
    ['好世', [1]],
    ['好', [1]],
    ['โรงเรียน', [2]],
    ['محمد', [3]],
    ['strasse', [4]],
    ['istanbul ısparta', [5]],
    ['00123', [6]],
    ['smith', [6]],
    ['joe.smith@example.com', [6]],
    ['+6281234567890', [7]],
    ['081234567890', [7]],
    ['shirt blue', [9, 8]],
    ['"blue shirt"', [8]],
    ['blue -refund', [8]],
    ['shirt -"blue shirt"', [9]],
    ['shirt si', [8]],
    ['nothing', []],
    ['hirt', []],
  ])('%s finds %j', async (q, expected) => {
    const wanted = expected.map((n) => said[n])
    expect(bodies(await search(key, { q }))).toEqual(wanted)
    expect(bodies(await search(key, { q, sort: 'relevance' })).toSorted()).toEqual(wanted.toSorted())
  })

  it('comes back with the words marked in their own text, never as markup', async () => {
    const [hit] = (await search(key, { q: 'cafe' })).data
    const snippet = hit?.snippets[0]
    expect(snippet).toMatchObject({
      field: 'content.body',
      text: said[0],
      start: 0,
      ranges: [{ start: 0, end: 4 }],
    })
  })
})

it('finds captions, other readable texts and file names', async () => {
  const { key } = await tenantWith([
    { content: { caption: 'zebra one' } },
    { content: { text: 'zebra two' } },
    { content: { media: [{ filename: 'zebra-three.pdf' }] } },
  ])
  const found = await search(key, { q: 'zebra' })
  expect(found.data.map(({ snippets }) => snippets[0]?.field).toSorted()).toEqual([
    'content.caption',
    'content.media.filename',
    'content.text',
  ])
})

it('is narrowed by every filter', async () => {
  const [account, conversation] = [randomUUID(), randomUUID()]
  const at = new Date('2026-07-01T12:00:00Z')
  const { key } = await tenantWith([
    { content: { body: 'apple a' }, account, at, more: { channel: 'telegram' } },
    {
      content: { body: 'apple b' },
      conversation,
      at: new Date('2026-07-02T12:00:00Z'),
      more: { direction: 'outbound' },
    },
    { content: { body: 'apple c' }, at: new Date('2026-07-03T12:00:00Z'), more: { type: 'image' } },
    { content: { body: 'apple d' }, more: { placeholder: true } },
  ])
  const by = async (parameters: Record<string, string>) =>
    bodies(await search(key, { q: 'apple', ...parameters }))
  expect(await by({})).toEqual(['apple c', 'apple b', 'apple a'])
  expect(await by({ channel: 'telegram' })).toEqual(['apple a'])
  expect(await by({ account })).toEqual(['apple a'])
  expect(await by({ conversation })).toEqual(['apple b'])
  expect(await by({ direction: 'outbound' })).toEqual(['apple b'])
  expect(await by({ type: 'image' })).toEqual(['apple c'])
  expect(await by({ from: '2026-07-02T12:00:00Z' })).toEqual(['apple c', 'apple b'])
  expect(await by({ to: '2026-07-02T12:00:00Z' })).toEqual(['apple a'])
  expect(await by({ from: '2026-07-02', to: '2026-07-03' })).toEqual(['apple b'])
})

describe.each(['newest', 'relevance'])('by %s', (sort) => {
  it('pages show every hit once, in one order, with equal instants, and later messages do not shift them', async () => {
    const at = new Date('2026-07-01T12:00:00Z')
    const old = new Date('2024-01-01T00:00:00Z')
    const { tenant, key } = await tenantWith(
      Array.from({ length: 17 }, (_, n) => ({
        content: { body: `refund ${'please '.repeat(n % 4)}` },
        at: n < 9 ? at : n < 13 ? old : new Date(old.getTime() - n * 40 * 86_400_000),
      })),
    )
    const ids = ({ data }: Awaited<ReturnType<typeof search>>) => data.map(({ message }) => message.id)
    const all = ids(await search(key, { q: 'refund', sort, limit: '100' }))
    expect(all).toHaveLength(17)
    const walked: string[] = []
    let cursor: string | null = null
    do {
      const page = await search(key, {
        q: 'refund',
        sort,
        limit: '4',
        ...(cursor === null ? {} : { cursor }),
      })
      walked.push(...ids(page))
      cursor = page.page.next
      await api.collections.messages.insertOne(
        buildMessage({ tenant, content: { body: 'refund refund' }, at: new Date('2026-07-09T00:00:00Z') }),
      )
    } while (cursor !== null)
    expect(walked).toEqual(all)
  })

  it('a cursor of the other order is refused', async () => {
    const { key } = await tenantWith([{ content: { body: 'pear' } }, { content: { body: 'pear' } }])
    const { page } = await search(key, { q: 'pear', sort, limit: '1' })
    const other = sort === 'newest' ? 'relevance' : 'newest'
    const { status } = await api.get(`/v1/messages/search?q=pear&sort=${other}&cursor=${page.next}`, key)
    expect(status).toBe(400)
  })
})

it('by relevance, whole words and words side by side come first, with their scores', async () => {
  const at = new Date('2026-07-01T12:00:00Z')
  const said = ['shirts that are not blue at all', 'the shirt is not blue', 'a blue shirt']
  const { key } = await tenantWith(
    said.map((body, n) => ({ content: { body }, at: new Date(at.getTime() - n) })),
  )
  const found = await search(key, { q: 'blue shirt', sort: 'relevance' })
  expect(bodies(found)).toEqual(said.toReversed())
  const scores = found.data.map(({ score }) => score ?? 0)
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  expect(found.complete).toBe(true)
})

it('answers a search that takes too long with a problem of its own, in words that help', async () => {
  const { tenant, key } = await tenantWith([{ content: { body: 'slow' } }])
  const many = Array.from({ length: 3_000 }, (_, n) =>
    buildMessage({ tenant, content: { body: `slow word ${n}` } }),
  )
  await api.collections.messages.insertMany(many)
  let calls = 0
  // The first look at the clock begins the budget, every later one finds it spent: 1 ms is left to the server.
  const impatient = await createTestApi({
    collections: api.collections,
    findPrincipal: api.deps.findPrincipal,
    elapsedMs: () => (calls++ === 0 ? 0 : 60_000),
  })
  try {
    for (const sort of ['newest', 'relevance']) {
      calls = 0
      const { status, body } = await impatient.get(
        `/v1/messages/search?q=slo&sort=${sort}&from=2026-01-01&to=2026-12-31`,
        key,
      )
      expect(status).toBe(504)
      expect(body).toMatchObject({
        type: 'urn:omnistream:problem:search-timeout',
        title: 'Search took too long',
        detail: expect.stringContaining('use a longer or rarer word'),
        budget_ms: 20_000,
      })
    }
  } finally {
    await impatient.drop()
  }
})

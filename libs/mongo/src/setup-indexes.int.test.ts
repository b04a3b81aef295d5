import { waitFor } from '@omnistream/common'
import { Binary, type Document, type IndexSpecification } from 'mongodb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { collections } from './collections.ts'
import { indexSpecs } from './indexes.ts'
import { type IndexAction, setupIndexes } from './setup-indexes.ts'
import { createTestMongo, type TestMongo } from './testing/test-mongo.ts'

const retention = { auditDays: 90 }
const daySeconds = 86_400

let own: TestMongo
beforeEach(async () => {
  own = await createTestMongo()
})
afterEach(() => own.remove())

const setup = (auditDays = 90): Promise<IndexAction[]> => setupIndexes(own.db, { auditDays })
const listed = async (collection: string): Promise<Document[]> =>
  await own.db.collection(collection).listIndexes().toArray()
const named = async (collection: string, name: string): Promise<Document | undefined> =>
  (await listed(collection)).find((index) => index.name === name)
const changes = (actions: IndexAction[]): IndexAction[] =>
  actions.filter(({ action }) => action !== 'unchanged' && action !== 'created')
const before = (key: IndexSpecification, options: Document = {}): Promise<string> =>
  own.db.collection('messages').createIndex(key, options)
const textKey = { 'content.body': 'text', 'content.text': 'text', 'content.caption': 'text' } as const
const insert = (document: Document): Promise<unknown> =>
  own.db.collection('messages').insertOne({ ...document })

async function expectAllThere(): Promise<void> {
  for (const collection of ['messages', 'webhook_audit', 'webhook_rejections', 'replay_results']) {
    const wanted = indexSpecs(retention).filter((spec) => spec.collection === collection)
    const names = (await listed(collection)).map(({ name }) => name)
    expect(names.toSorted()).toEqual(['_id_', ...wanted.map(({ name }) => name)].toSorted())
  }
  expect(await named('messages', 'external_id_1')).toMatchObject({ unique: true, sparse: true })
  expect(await named('messages', 'content_text')).toMatchObject({
    ...{ default_language: 'none', language_override: 'text_search_language' },
  })
  expect(await named('webhook_audit', 'received_at_1')).toMatchObject({ expireAfterSeconds: 90 * daySeconds })
  expect(changes(await setup())).toEqual([])
}

describe('setupIndexes on an empty database', () => {
  it('makes every index and reports each once, then finds nothing to do', async () => {
    const first = await setup()
    expect(first.map(({ collection, index }) => ({ collection, name: index }))).toEqual(
      indexSpecs(retention).map(({ collection, name }) => ({ collection, name })),
    )
    expect(new Set(first.map(({ action }) => action))).toEqual(new Set(['created']))
    expect(new Set((await setup()).map(({ action }) => action))).toEqual(new Set(['unchanged']))
    await expectAllThere()
  })

  it('ends without an error in eight processes at once', async () => {
    const reports = await Promise.all(
      Array.from({ length: 8 }, () => setupIndexes(own.another().db, retention)),
    )
    for (const report of reports) expect(report).toHaveLength(indexSpecs(retention).length)
    await expectAllThere()
  })

  it('leaves the indexes of others alone', async () => {
    await before({ 'sender.name': 1 }, { name: 'theirs' })
    await setup()
    expect(await named('messages', 'theirs')).toBeDefined()
  })
})

describe('setupIndexes with another retention', () => {
  it('changes the time in place and says from what to what', async () => {
    await setup(90)
    const detail = `${90 * daySeconds} s to ${30 * daySeconds} s`
    expect(changes(await setup(30))).toEqual([
      { collection: 'webhook_audit', index: 'received_at_1', action: 'ttl changed', detail },
      { collection: 'replay_results', index: 'created_at_1', action: 'ttl changed', detail },
    ])
    expect(await named('webhook_audit', 'received_at_1')).toMatchObject({
      expireAfterSeconds: 30 * daySeconds,
    })
    expect(changes(await setup(30))).toEqual([])
    // Rejections keep their own week, whatever the setting.
    expect(await named('webhook_rejections', 'received_at_1')).toMatchObject({
      expireAfterSeconds: 7 * daySeconds,
    })
  })

  it('stops deleting at 0 and begins again at a number of days', async () => {
    await setup(90)
    expect(changes(await setup(0)).map(({ index, action }) => [index, action])).toEqual([
      ['received_at_1', 'rebuilt'],
      ['created_at_1', 'rebuilt'],
    ])
    expect(await named('webhook_audit', 'received_at_1')).not.toHaveProperty('expireAfterSeconds')
    expect(changes(await setup(0))).toEqual([])
    await setup(14)
    expect(await named('webhook_audit', 'received_at_1')).toMatchObject({
      expireAfterSeconds: 14 * daySeconds,
    })
  })

  it('changes it from eight processes at once', async () => {
    await setup(90)
    await Promise.all(Array.from({ length: 8 }, () => setupIndexes(own.another().db, { auditDays: 7 })))
    expect(await named('webhook_audit', 'received_at_1')).toMatchObject({
      expireAfterSeconds: 7 * daySeconds,
    })
  })
})

describe('setupIndexes over what somebody else made', () => {
  it.each([
    ['has no language_override', textKey, { default_language: 'none' }, /language_override is "language"/],
    [
      'drops the stop words of English',
      textKey,
      { language_override: 'text_search_language' },
      /default_language is "english"/,
    ],
    ['covers other fields', { 'content.body': 'text' }, {}, /key is/],
    ['covers every field', { '$**': 'text' }, {}, /key is/],
    [
      'asks for an equality first',
      { tenant_id: 1, ...textKey },
      { language_override: 'text_search_language', default_language: 'none' },
      /key is/,
    ],
  ])('rebuilds a text index that %s', async (_what, key, options, detail) => {
    await before(key as IndexSpecification, { name: 'old_text', ...options })
    expect(changes(await setup())).toEqual([
      {
        ...{ collection: 'messages', index: 'content_text', action: 'rebuilt' },
        detail: expect.stringMatching(detail),
      },
    ])
    await expectAllThere()
  })

  it.each([
    ['is not unique', {}, /unique is false, wanted true/],
    ['is not sparse', { unique: true }, /sparse is false, wanted true/],
    ['has another name and is not unique', { name: 'by_external' }, /unique is false/],
  ])('rebuilds an external_id index that %s', async (_what, options, detail) => {
    await before({ external_id: 1 }, options)
    await insert({ external_id: 'whatsapp:1:a' })
    expect(changes(await setup())).toEqual([
      {
        ...{ collection: 'messages', index: 'external_id_1', action: 'rebuilt' },
        detail: expect.stringMatching(detail),
      },
    ])
    await expectAllThere()
  })

  it('takes an index of the right keys and options under any name', async () => {
    await before({ external_id: 1 }, { unique: true, sparse: true, name: 'made_by_hand' })
    await before(textKey, {
      ...{ name: 'also_by_hand', default_language: 'none', language_override: 'text_search_language' },
    })
    expect(changes(await setup())).toEqual([])
    const names = (await listed('messages')).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['made_by_hand', 'also_by_hand']))
    expect(names).not.toContain('external_id_1')
  })

  it('takes back a name that stands for other keys', async () => {
    await before({ channel: 1 }, { name: 'thread' })
    expect(changes(await setup())).toMatchObject([{ index: 'thread', action: 'rebuilt' }])
    await expectAllThere()
  })

  it('heals it from eight processes at once', async () => {
    await before(textKey, { name: 'old_text' })
    await before({ external_id: 1 })
    await Promise.all(Array.from({ length: 8 }, () => setupIndexes(own.another().db, retention)))
    await expectAllThere()
  })

  it('refuses documents that share an external_id in plain words, and takes nothing away', async () => {
    await before({ external_id: 1 }, { name: 'plain' })
    for (const id of ['a', 'a', 'b', 'b', 'b', 'c']) await insert({ external_id: id })
    const refusal = {
      code: 'INDEX_DUPLICATES',
      message: expect.stringContaining(
        'the unique index external_id_1 of messages cannot be built: 2 value(s) of external_id are shared by 5 documents',
      ),
    }
    await expect(setup()).rejects.toMatchObject(refusal)
    expect(await named('messages', 'plain')).toBeDefined()
    expect(await own.db.collection('messages').countDocuments()).toBe(6)

    await own.db.collection('messages').dropIndex('plain')
    await expect(setup()).rejects.toMatchObject(refusal)

    await own.db.collection('messages').deleteMany({ external_id: { $in: ['a', 'b'] } })
    await setup()
    await expectAllThere()
  })
})

describe('the indexes', () => {
  it.each([
    ['an object', { code: 'en_US', policy: 'deterministic' }],
    ['a locale', 'en_US'],
    ['null', null],
    ['a list', ['en']],
  ])('let a template message in whose language is %s', async (_what, language) => {
    await setup()
    await insert({
      external_id: 'whatsapp:1:a',
      language,
      content: {
        text: 'Your order is ready',
        data: { name: 'order_ready', language, components: [{ language }] },
      },
    })
    const hits = own.db.collection('messages').find({ $text: { $search: 'ready' } })
    expect(await hits.toArray()).toHaveLength(1)
  })

  it.each(['me', 'who', 'the', 'un', 'dan'])('find the stop word %s', async (word) => {
    await setup()
    await insert({ external_id: 'a', content: { body: `${word} zebra` } })
    await insert({ external_id: 'b', content: { body: 'zebra' } })
    const hits = await own.db
      .collection('messages')
      .find({ $text: { $search: word } })
      .toArray()
    expect(hits.map(({ external_id }) => external_id)).toEqual(['a'])
  })

  it('let any number of documents do without an external_id, and each external_id in once', async () => {
    await setup()
    await insert({ content: { body: 'one' } })
    await insert({ content: { body: 'two' } })
    await insert({ external_id: 'whatsapp:1:a' })
    await expect(insert({ external_id: 'whatsapp:1:a' })).rejects.toMatchObject({ code: 11_000 })
    expect(await own.db.collection('messages').countDocuments()).toBe(3)
  })

  it('let an undefined external_id be left out, not written as null', async () => {
    await setup()
    const { messages } = collections(own.db)
    const bare = (first: number) => ({
      ...{
        _id: new Binary(Buffer.alloc(16, first), 4),
        external_id: undefined,
        updated_at: new Date(),
        rev: 'r',
      },
    })
    await messages.insertOne(bare(1) as never)
    await messages.insertOne(bare(2) as never)
    expect(await messages.countDocuments({ external_id: { $exists: true } })).toBe(0)
  })

  it('delete the stored payloads that are past their time, and no other', { timeout: 130_000 }, async () => {
    const { webhookAudit } = collections(own.db)
    const daysAgo = (days: number): Date => new Date(Date.now() - days * daySeconds * 1_000)
    await webhookAudit.insertMany(
      [91, 89].map((days) => ({ _id: `${days} days`, received_at: daysAgo(days) })) as never,
    )
    await setup(90)
    const left = async (): Promise<unknown[]> => (await webhookAudit.find().toArray()).map(({ _id }) => _id)
    await waitFor(async () => (await left()).length < 2, {
      ...{ deadlineMs: 100_000, intervalMs: 500, describe: 'the sweep' },
    })
    expect(await left()).toEqual(['89 days'])
  })
})

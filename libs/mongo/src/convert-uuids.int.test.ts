import { uuidv5 } from '@omnistream/common'
import { Binary, type Document } from 'mongodb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { collections } from './collections.ts'
import { type ConversionProgress, convertUuids } from './convert-uuids.ts'
import { detectUuidSubtypes, isMixed, type UuidCensus } from './detect-uuids.ts'
import { setupIndexes } from './setup-indexes.ts'
import { interruptWrites } from './testing/interrupt-writes.ts'
import { createTestMongo, type TestMongo } from './testing/test-mongo.ts'
import { binaryToUuid, type LegacyByteOrder, legacyBinary, uuidToBinary } from './uuid.ts'
import { createUuidCodec } from './uuid-codec.ts'

let own: TestMongo
beforeEach(async () => {
  own = await createTestMongo()
  await setupIndexes(own.db, { auditDays: 0 })
})
afterEach(() => own.remove())

type Form = 4 | 0 | 3
const forms: readonly Form[] = [4, 0, 3]
const idOf = (name: string): string => uuidv5('6ba7b810-9dad-11d1-80b4-00c04fd430c8', name)
const stored = (name: string, form: Form, legacy: LegacyByteOrder = 'python'): Binary =>
  form === 3 ? legacyBinary(idOf(name), legacy) : uuidToBinary(idOf(name), form)

/** Message `index` in one form throughout; every seventh is a bare one, without account, contact or external id. */
function message(index: number, form: Form, legacy?: LegacyByteOrder): Document {
  const id = (name: string): Binary => stored(name, form, legacy)
  return {
    ...{ _id: id(`message ${index}`), tenant_id: id('tenant'), conversation_id: id(`thread ${index % 3}`) },
    ...(index % 7 === 0
      ? {}
      : { external_id: `whatsapp:1:${index}`, account_id: id('account'), contact_id: id('contact') }),
    content: { body: `words ${index}`, data: { blob: new Binary(Buffer.alloc(16, 1), 0) } },
    origin: { source: 'live', audit_id: id(`audit ${index}`), path: '/entry/0' },
    rev: String(index),
  }
}

const auditRow = (index: number, form: Form): Document => ({
  ...{ _id: stored(`audit ${index}`, form), tenant_id: stored('tenant', form), received_at: new Date(index) },
  // A body of sixteen bytes looks like a UUID of subtype 0 and is none.
  body: new Binary(Buffer.from('sixteen bytes ok'), 0),
  signed_for: [stored('account', form), stored('account 2', 4)],
})

const result = (index: number, form: Form): Document => ({
  ...{ _id: `run:${index}`, run_id: stored('run', form), audit_id: stored(`audit ${index}`, form) },
})

async function fill(count: number, legacy?: LegacyByteOrder): Promise<void> {
  const inForms = (make: (index: number, form: Form) => Document): Document[] =>
    Array.from({ length: count }, (_, index) => make(index, forms[index % 3] ?? 4))
  await own.db.collection('messages').insertMany(inForms((index, form) => message(index, form, legacy)))
  await own.db.collection('webhook_audit').insertMany(inForms(auditRow))
  await own.db.collection('replay_results').insertMany(inForms(result))
}

const all = async (collection: string): Promise<Document[]> =>
  (await own.db.collection(collection).find().toArray()).toSorted((a, b) => key(a).localeCompare(key(b)))
const key = ({ _id }: Document): string => (_id instanceof Binary ? binaryToUuid(_id) : String(_id))
const inOrder = (documents: Document[]): Document[] =>
  documents.toSorted((a, b) => key(a).localeCompare(key(b)))
const onlyIn = (form: Form, count: number) => ({
  messages: inOrder(Array.from({ length: count }, (_, index) => message(index, form))),
  audit: inOrder(
    Array.from({ length: count }, (_, index) => ({
      ...auditRow(index, form),
      signed_for: [stored('account', form), stored('account 2', form)],
    })),
  ),
  results: inOrder(Array.from({ length: count }, (_, index) => result(index, form))),
})

async function expectOnly(form: Form, count: number): Promise<void> {
  const wanted = onlyIn(form, count)
  expect(await all('messages')).toEqual(wanted.messages)
  expect(await all('webhook_audit')).toEqual(wanted.audit)
  expect(await all('replay_results')).toEqual(wanted.results)
}

const subtypesOf = (census: UuidCensus[], collection: string, field: string): number[] =>
  census.find((entry) => entry.collection === collection && entry.field === field)?.subtypes ?? [-1]

describe('detectUuidSubtypes', () => {
  it('finds nothing in an empty database', async () => {
    const census = await detectUuidSubtypes(own.db)
    expect(new Set(census.flatMap(({ subtypes }) => subtypes)).size).toBe(0)
    expect(isMixed(census)).toBe(false)
  })

  it.each(forms)('finds subtype %i alone where nothing else is', async (form) => {
    await own.db.collection('messages').insertOne(message(1, form))
    const census = await detectUuidSubtypes(own.db)
    expect(new Set(census.flatMap(({ subtypes }) => subtypes))).toEqual(new Set([form]))
    expect(isMixed(census)).toBe(false)
  })

  it('tells for each field which forms it holds', async () => {
    await own.db.collection('messages').insertMany([message(1, 4), message(2, 0), message(7, 3)])
    await own.db.collection('webhook_audit').insertOne(auditRow(1, 0))
    const census = await detectUuidSubtypes(own.db)
    for (const field of ['_id', 'tenant_id', 'conversation_id', 'origin.audit_id'])
      expect(subtypesOf(census, 'messages', field)).toEqual([4, 0, 3])
    for (const field of ['account_id', 'contact_id'])
      expect(subtypesOf(census, 'messages', field)).toEqual([4, 0])
    expect(subtypesOf(census, 'webhook_audit', '_id')).toEqual([0])
    // A list of a 4 and a 0 holds no 3, although it has values on both sides of all the 3s.
    expect(subtypesOf(census, 'webhook_audit', 'signed_for')).toEqual([4, 0])
    expect(isMixed(census)).toBe(true)
  })

  it('counts the least and the greatest id of a form, and nothing of another length', async () => {
    const ids = [Buffer.alloc(16, 0x00), Buffer.alloc(16, 0xff)]
    for (const bytes of ids) {
      await own.db.collection('webhook_audit').deleteMany({})
      await own.db.collection('webhook_audit').insertOne({ _id: new Binary(bytes, 3) as never })
      expect(subtypesOf(await detectUuidSubtypes(own.db), 'webhook_audit', '_id')).toEqual([3])
    }
    await own.db.collection('webhook_audit').deleteMany({})
    for (const length of [15, 17])
      await own.db
        .collection('webhook_audit')
        .insertOne({ _id: new Binary(Buffer.alloc(length, 7), 0) as never })
    expect(subtypesOf(await detectUuidSubtypes(own.db), 'webhook_audit', '_id')).toEqual([])
  })

  it('says what it had no time to look for instead of failing', async () => {
    const bulky = Array.from({ length: 4_000 }, (_, index) => ({
      ...message(index, 4),
      filler: 'x'.repeat(2_000),
    }))
    await own.db.collection('messages').insertMany(bulky)
    const census = await detectUuidSubtypes(own.db, 1)
    expect(census).toContainEqual(
      expect.objectContaining({ field: 'account_id', undecided: expect.arrayContaining([0]) }),
    )
  })
})

describe('a codec of a mixed database', () => {
  it.each(['python', 'java', 'csharp'] as const)(
    'finds and reads every form, %s order too',
    async (legacy) => {
      const { messages } = collections(own.db)
      await own.db.collection('messages').insertMany(forms.map((form, index) => message(index, form, legacy)))
      const codec = createUuidCodec({ mixed: true, legacy })
      const ids = [0, 1, 2].map((index) => idOf(`message ${index}`))
      for (const [index, id] of ids.entries()) {
        const found = await messages.findOne({ _id: codec.match(id) })
        expect([found?.rev, found && codec.read(found._id)]).toEqual([String(index), id])
      }
      expect(await messages.find({ _id: codec.match(ids) }).toArray()).toHaveLength(3)
      expect(await messages.countDocuments({ tenant_id: codec.match(idOf('tenant')) })).toBe(3)
      expect(await messages.countDocuments({ tenant_id: createUuidCodec().match(idOf('tenant')) })).toBe(1)
    },
  )
})

describe('convertUuids', () => {
  it('brings every document to subtype 4, tells how far it is, and finds nothing the second time', async () => {
    await fill(60)
    const progress: ConversionProgress[] = []
    const totals = await convertUuids(own.db, {
      batchSize: 7,
      onProgress: (step) => void progress.push(step),
    })
    await expectOnly(4, 60)
    // The list of a row that is otherwise right already holds a 4 and needs nothing.
    expect(totals).toEqual({ messages: 40, webhook_audit: 40, replay_results: 40 })
    const steps = progress
      .filter(({ collection }) => collection === 'messages')
      .map(({ converted }) => converted)
    expect(steps).toEqual([7, 14, 21, 28, 35, 40])
    expect(isMixed(await detectUuidSubtypes(own.db))).toBe(false)
    expect(await convertUuids(own.db)).toEqual({ messages: 0, webhook_audit: 0, replay_results: 0 })
  })

  it('goes the other way too', async () => {
    await fill(12)
    await convertUuids(own.db, { to: 0 })
    await expectOnly(0, 12)
  })

  it.each(['java', 'csharp'] as const)('reads subtype 3 in the byte order of %s', async (legacy) => {
    await own.db.collection('messages').insertOne(message(1, 3, legacy))
    await convertUuids(own.db, { legacy })
    expect(await all('messages')).toEqual([message(1, 4)])
  })

  it('is the same after a stop at any write and a second start: nothing lost, nothing twice', async () => {
    let interruptions = 0
    for (const when of ['before', 'after'] as const) {
      for (let count = 1; ; count++) {
        for (const name of ['messages', 'webhook_audit', 'replay_results'])
          await own.db.collection(name).deleteMany({})
        await fill(3)
        const dying = convertUuids(interruptWrites(own.db, count, when))
        const died = await dying.then(
          () => false,
          (error: unknown) => (error as { code?: string }).code === 'INTERRUPTED' || Promise.reject(error),
        )
        if (!died) break
        interruptions++
        const found = await all('messages')
        for (const index of [0, 1, 2])
          expect(
            found.map(({ rev }) => rev),
            `message ${index} is there after ${count}`,
          ).toContain(String(index))
        await convertUuids(own.db)
        await expectOnly(4, 3)
      }
    }
    // Two messages and two rows move in three writes each, two results are updated in one; each dies both ways.
    expect(interruptions).toBe(2 * (2 * 3 + 2 * 3 + 2))
  })

  it('keeps external ids unique while and after it moves documents', async () => {
    await fill(9)
    await expect(convertUuids(interruptWrites(own.db, 2, 'after'))).rejects.toMatchObject({
      code: 'INTERRUPTED',
    })
    await convertUuids(own.db)
    const twin = { ...message(100, 4), external_id: 'whatsapp:1:1' }
    await expect(own.db.collection('messages').insertOne(twin)).rejects.toMatchObject({ code: 11_000 })
  })

  it('may be started by several at once', async () => {
    await fill(30)
    await Promise.all([1, 2, 3].map(() => convertUuids(own.another().db, { batchSize: 5 })))
    await expectOnly(4, 30)
  })

  it('fails, and takes nothing away, where a unique index of somebody else lets no copy in', async () => {
    await own.db.collection('messages').createIndex({ rev: 1 }, { unique: true })
    await own.db.collection('messages').insertOne(message(1, 0))
    await expect(convertUuids(own.db)).rejects.toMatchObject({ code: 11_000 })
    expect(await all('messages')).toEqual([message(1, 0)])
  })

  it('refuses two documents with one id in two forms, and overwrites neither', async () => {
    const twins = [
      { ...message(1, 4), rev: 'four' },
      { ...message(1, 0), rev: 'zero', external_id: 'whatsapp:1:other' },
    ]
    await own.db.collection('messages').insertMany(twins)
    await expect(convertUuids(own.db)).rejects.toMatchObject({
      code: 'UUID_COLLISION',
      message: expect.stringContaining(`messages has two documents with the id ${idOf('message 1')}`),
    })
    expect((await all('messages')).map(({ rev }) => rev).toSorted()).toEqual(['four', 'zero'])
  })
})

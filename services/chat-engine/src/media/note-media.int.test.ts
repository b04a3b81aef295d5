import { randomUUID } from 'node:crypto'
import { channelById } from '@omnistream/channels'
import { mediaIds } from '@omnistream/media'
import { type Collections, collections, type MessageDocument, standardUuids } from '@omnistream/mongo'
import { createTestMongo, type TestMongo } from '@omnistream/mongo/testing/test-mongo'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Item } from '../batch/types.ts'
import { createMediaNotes, type NoteMedia } from './note-media.ts'

let mongo: TestMongo
let store: Collections
let note: NoteMedia
beforeAll(async () => {
  mongo = await createTestMongo()
  store = collections(mongo.db)
  note = createMediaNotes({
    ...{ media: store.media, findChannel: channelById, uuids: standardUuids, now: () => new Date(5_000) },
  })
})
afterEach(() => store.media.deleteMany({}))
afterAll(() => mongo.remove())

const accountId = randomUUID()
const id = (text: string = randomUUID()) => standardUuids.write(text)
const media = [
  { kind: 'image', id: '81', expiresAt: 9_000 },
  { kind: 'sticker' },
  { kind: 'image', id: '82' },
]

function message(more: Partial<MessageDocument> = {}): MessageDocument {
  return {
    ...{
      _id: id(),
      tenant_id: id(),
      account_id: id(accountId),
      channel: 'whatsapp',
      external_id: 'whatsapp:1:m',
    },
    ...{ type: 'image', content: { media }, updated_at: new Date(0), rev: '1' },
    ...more,
  }
}

type Told = { changed?: boolean; attempt?: number; replay?: boolean }

function item(of: MessageDocument, { changed = true, attempt = 1, replay = false }: Told = {}): Item {
  const run = { runId: randomUUID(), dryRun: false, sideEffects: false }
  const job = { row: { _id: id() }, attempt, ...(replay ? { replay: run } : {}) }
  return { job, changed, message: of, update: { kind: 'message' } } as unknown as Item
}

const rows = () => store.media.find().sort({ place: 1 }).toArray()

it('each medium that can be asked for has one row, however often it is told', async () => {
  const told = message()
  await note([item(told), item(told)])
  await Promise.all([note([item(told, { changed: false, attempt: 2 })]), note([item(told)])])
  const ids = mediaIds({ accountId, externalId: told.external_id }, media)
  expect(await rows()).toMatchObject([
    { _id: id(ids[0]), place: 0, state: 'pending', next_at: new Date(5_000), expires_at: new Date(9_000) },
    { _id: id(ids[2]), place: 2, message_id: told._id, tenant_id: told.tenant_id, ref: media[2] },
  ])
})

it('what an edit took away is noted too', async () => {
  await note([item(message({ content: {}, original: { type: 'image', content: { media } } }))])
  expect(await rows()).toHaveLength(2)
})

it('nothing is noted of a copy, a placeholder, or a channel without a way to its media', async () => {
  await note([
    item(message(), { changed: false }),
    item(message({ placeholder: true })),
    item(message({ channel: 'nowhere' })),
  ])
  expect(await rows()).toEqual([])
})

it('a replay sends what failed on its way again, and leaves what is stored', async () => {
  const told = message()
  await note([item(told)])
  const [first = id(), second = id()] = (await rows()).map(({ _id }) => _id)
  await store.media.updateOne({ _id: first }, { $set: { state: 'failed', attempts: 10, error: 'x' } })
  await store.media.updateOne({ _id: second }, { $set: { state: 'stored', attempts: 1 } })
  await note([item(told)])
  expect(await rows()).toMatchObject([{ state: 'failed' }, { state: 'stored' }])
  await note([item(told, { changed: false, replay: true })])
  const after = await rows()
  expect(after).toMatchObject([
    { state: 'pending', attempts: 0 },
    { state: 'stored', attempts: 1 },
  ])
  expect(after[0]).not.toHaveProperty('error')
})

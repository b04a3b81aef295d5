import { createTestBus } from '@omnistream/bus/testing/test-bus'
import { standardUuids as uuids } from '@omnistream/mongo'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type BatchScene, createBatchScene } from '../testing/batch-scene.ts'
import { publishEvents } from './publish-events.ts'
import { isServerAway } from './server-away.ts'
import type { Item } from './types.ts'

let scene: BatchScene
beforeEach(async () => {
  scene = await createBatchScene()
})
afterEach(() => scene.drop())

const from = '15550100042'
const change = (field: string, value: object) => ({
  object: 'whatsapp_business_account',
  entry: [{ id: '900100200300400', changes: [{ field, value: { ...metadata, ...value } }] }],
})
const metadata = {
  ...{ messaging_product: 'whatsapp' },
  metadata: { display_phone_number: '15550100001', phone_number_id: '700800900100200' },
}
const text = (id: string, body: string) => ({
  from,
  id,
  timestamp: '1790000000',
  type: 'text',
  text: { body },
})
/** Two bytes each in JSON, and a sevenfold as a document. */
const manyNumbers = Array.from({ length: 1_450_000 }, () => 1)

const parseOf = async () => (await scene.store.webhookAudit.findOne({}, { sort: { received_at: -1 } }))?.parse

it('fails a message that no document can hold by itself: its neighbours are stored', async () => {
  const swollen = { from, id: 'wamid.BIG', timestamp: '1790000000', type: 'hologram', hologram: manyNumbers }
  const payload = change('messages', { messages: [text('wamid.1', 'one'), swollen, text('wamid.2', 'two')] })
  await scene.handle(await scene.put(payload))
  expect(await parseOf()).toMatchObject({
    ...{ state: 'failed', counts: { received: 3, stored: 2, failed: 1 } },
    failures: [{ error: 'the message would be larger than a document may be' }],
  })
  expect(await scene.store.messages.countDocuments({})).toBe(2)
})

it('fails an account update that no document can hold by itself', async () => {
  const payload = change('account_update', { event: 'VERIFIED_ACCOUNT', swollen: manyNumbers })
  payload.entry.push(...change('account_update', { event: 'VERIFIED_ACCOUNT' }).entry)
  await scene.handle(await scene.put(payload))
  expect(await parseOf()).toMatchObject({ counts: { received: 2, stored: 1, failed: 1 } })
  expect(await scene.store.accountUpdates.countDocuments({})).toBe(1)
})

it('keeps a message that later edits would make too large, and says which edit failed', async () => {
  await scene.handle(await scene.put(change('messages', { messages: [text('wamid.1', 'one')] })))
  for (let n = 0; n < 7; n++) {
    await scene.store.messages.updateOne(
      { external_id: 'whatsapp:700800900100200:wamid.1' },
      { $set: { [`padding${n}`]: 'x'.repeat(2_300_000) } },
    )
  }
  const edit = {
    original_message_id: 'wamid.1',
    message: { type: 'text', text: { body: 'y'.repeat(900_000) } },
  }
  const edited = { from, id: 'wamid.E', timestamp: '1790000001', type: 'edit', edit }
  await scene.handle(await scene.put(change('messages', { messages: [edited, text('wamid.2', 'two')] })))
  expect(await parseOf()).toMatchObject({ counts: { received: 2, stored: 1, failed: 1 } })
})

it('an event that is too large for the bus is not published for ever', async () => {
  const { bus, on, remove } = await createTestBus()
  await scene.handle(await scene.put(change('messages', { messages: [text('wamid.1', 'one')] })))
  const message = await scene.store.messages.findOne({})
  const row = await scene.store.webhookAudit.findOne({})
  const item = {
    ...{ job: { row, attempt: 1 }, update: { kind: 'message', path: '' }, outcome: { kind: 'stored' } },
    ...{ changed: true, isNew: true, message: { ...message, external_id: 'x'.repeat(1_200_000) } },
  } as unknown as Item
  const nothing = { created: [], begunBy: new Map(), redirected: [] }
  const failure = await publishEvents([item], nothing, { bus, subjects: on, uuids }).catch(
    (error: unknown) => error,
  )
  expect(failure).toMatchObject({ code: 'EVENTS_NOT_PUBLISHED', retryable: false })
  expect(isServerAway(failure)).toBe(false)
  await remove()
})

import { readFile } from 'node:fs/promises'
import type { EventEnvelope } from '@omnistream/bus'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BatchScene, createBatchScene } from '../testing/batch-scene.ts'

let scene: BatchScene

beforeAll(async () => {
  scene = await createBatchScene()
})
afterAll(() => scene?.drop())

let people = 0
const newPerson = (): string => `1555010${String(++people).padStart(4, '0')}`

const payload = (value: Record<string, unknown>): unknown => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '900100200300400',
      changes: [
        {
          field: 'messages',
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: '15550100001', phone_number_id: '700800900100200' },
            ...value,
          },
        },
      ],
    },
  ],
})
const text = (person: string, id: string): unknown =>
  payload({
    contacts: [{ profile: { name: 'Ana T.' }, wa_id: person }],
    messages: [{ from: person, id, timestamp: '1790000000', type: 'text', text: { body: id } }],
  })
const status = (person: string, id: string, word: string): unknown =>
  payload({ statuses: [{ id, status: word, timestamp: '1790000100', recipient_id: person }] })
const template = JSON.parse(
  await readFile(
    new URL(
      '../../../../libs/channels/src/whatsapp/examples/field-message-template-status-update.json',
      import.meta.url,
    ),
    'utf8',
  ),
) as unknown

/** The events that this work has added. */
async function added(work: () => Promise<unknown>): Promise<EventEnvelope[]> {
  const before = new Set((await scene.events()).map(({ id }) => id))
  await work()
  return (await scene.events()).filter(({ id }) => !before.has(id))
}
const types = (events: readonly EventEnvelope[]): string[] => events.map(({ type }) => type)

it('tells of a conversation when it begins, and of statuses under their own name', async () => {
  const person = newPerson()
  const first = await added(async () => scene.handle(await scene.put(text(person, 'wamid.a1'))))
  expect(types(first)).toEqual(['conversation.created', 'message.created'])
  const [begun, message] = first
  expect(begun).toMatchObject({
    ...{ tenantId: scene.account.tenantId, accountId: scene.account.id, channel: 'whatsapp' },
    at: 1_790_000_000_000,
    data: {
      ...{ conversation_id: message?.data.conversation_id, contact_id: message?.data.contact_id },
      ...{ kind: 'direct', message_id: message?.data.message_id, replayed: false },
    },
  })
  const second = await added(async () => scene.handle(await scene.put(text(person, 'wamid.a2'))))
  expect(types(second)).toEqual(['message.created'])

  const read = await added(async () =>
    scene.handle(
      await scene.put(status(person, 'wamid.a1', 'delivered'), status(person, 'wamid.a1', 'read')),
    ),
  )
  expect(read.map(({ type, data }) => [type, data.change, data.message_id])).toEqual([
    ['message.status', 'status', message?.data.message_id],
    ['message.status', 'status', message?.data.message_id],
  ])
})

it('tells once of each conversation that one payload begins', async () => {
  const people = [newPerson(), newPerson()]
  const events = await added(async () =>
    scene.handle(await scene.put(...people.flatMap((who) => [text(who, `${who}.1`), text(who, `${who}.2`)]))),
  )
  expect(types(events).filter((type) => type === 'conversation.created')).toHaveLength(2)
  expect(new Set(events.map(({ data }) => data.conversation_id)).size).toBe(2)
})

it('tells once of what a channel said of an account', async () => {
  const said = async (): Promise<void> => scene.handle(await scene.put(template))
  const events = await added(said)
  expect(types(events)).toEqual(['account.updated'])
  expect(events[0]).toMatchObject({
    ...{ tenantId: scene.account.tenantId, accountId: scene.account.id },
    data: { event: 'message_template_status_update', replayed: false },
  })
  const stored = await scene.store.accountUpdates.findOne({ event: 'message_template_status_update' })
  expect(stored?._id.toUUID().toString()).toBe(events[0]?.data.update_id)
  expect(await added(said)).toEqual([])
})

it.each(['merged', 'projected', 'published'] as const)(
  'tells everything that a pass has stored which failed after the step "%s"',
  async (step) => {
    const person = newPerson()
    const other = { ...(template as { entry: { time: number }[] }) }
    other.entry = other.entry.map((entry) => ({ ...entry, time: 1_790_001_000 + people }))
    const events = await added(async () => {
      const ids = await scene.put(text(person, `${person}.1`), status(person, `${person}.1`, 'read'), other)
      scene.failAt(step)
      await scene.handle(ids)
    })
    expect(types(events).toSorted()).toEqual([
      ...['account.updated', 'conversation.created', 'message.created', 'message.status'],
    ])
    const { rows } = await scene.pool.query(
      'select last_message_preview as preview from conversations where id = $1',
      [events.find(({ type }) => type === 'conversation.created')?.data.conversation_id],
    )
    expect(rows).toEqual([{ preview: `${person}.1` }])
  },
)

it('adds nothing to the stream when a payload comes again whose worker died before the mark', async () => {
  const person = newPerson()
  const ids = await scene.put(text(person, `${person}.1`))
  expect(types(await added(() => scene.handle(ids)))).toEqual(['conversation.created', 'message.created'])
  await scene.store.webhookAudit.updateMany({}, { $set: { parse: { state: 'pending' } } })
  expect(await added(() => scene.handle(ids, 2))).toEqual([])
})

import { randomUUID } from 'node:crypto'
import { subjects } from '@omnistream/bus'
import { type MessageDocument, standardUuids as uuids, type WebhookAuditDocument } from '@omnistream/mongo'
import { expect, it } from 'vitest'
import { conversationEvents } from './conversation-events.ts'
import type { Item, Job } from './types.ts'

const on = subjects('')
const write = () => uuids.write(randomUUID())

const job = (attempt: number, replay?: Job['replay']): Job => ({
  row: { _id: write(), received_at: new Date(0), channel: 'whatsapp' } as WebhookAuditDocument,
  ...{ attempt, suspect: false, publishedAt: 0, parserVersion: 1, items: [] },
  ...(replay ? { replay } : {}),
})

function itemOf(of: Job, conversation: string): Item {
  const message = {
    ...{ _id: write(), tenant_id: write(), account_id: write(), channel: 'whatsapp' },
    ...{ conversation_id: uuids.write(conversation), thread: { kind: 'direct', key: 'k' } },
  } as MessageDocument
  return { job: of, message } as Item
}

type Upserted = { created?: string[]; redirected?: { from: string; into: string }[] }
const told = (items: Item[], begunBy: [string, Job][], { created = [], redirected = [] }: Upserted) =>
  conversationEvents(
    items,
    {
      ...{ created, redirected },
      begunBy: new Map(begunBy.map(([id, { row }]) => [id, uuids.read(row._id)])),
    },
    on,
    uuids,
  ).map(({ envelope }) => (envelope.kind === 'event' ? envelope.data.conversation_id : undefined))

const [one, other] = [randomUUID(), randomUUID()]

it('tells what was made now, and of a payload that comes again what it had made', () => {
  const [first, again] = [job(1), job(2)]
  expect(told([itemOf(first, one)], [[one, first]], { created: [one] })).toEqual([one])
  expect(told([itemOf(first, one)], [[one, first]], {})).toEqual([])
  expect(told([itemOf(again, one)], [[one, again]], {})).toEqual([one])
  // Another webhook made it, long ago perhaps.
  expect(told([itemOf(again, one)], [[one, job(1)]], {})).toEqual([])
})

it('has one id for a conversation, whenever it is told', () => {
  const ids = [job(1), job(3)].map((of) => {
    const begunBy = new Map([[one, uuids.read(of.row._id)]])
    const upserted = { created: [one], redirected: [], begunBy }
    return conversationEvents([itemOf(of, one)], upserted, on, uuids).map(({ messageId }) => messageId)
  })
  expect(ids[0]).toHaveLength(1)
  expect(ids[1]).toEqual(ids[0])
})

it('tells nothing in a replay without side effects', () => {
  const silent = job(1, { runId: randomUUID(), dryRun: false, sideEffects: false })
  const loud = job(1, { runId: randomUUID(), dryRun: false, sideEffects: true })
  expect(told([itemOf(silent, one)], [[one, silent]], { created: [one] })).toEqual([])
  expect(told([itemOf(loud, one)], [[one, loud]], { created: [one] })).toEqual([one])
})

it('tells of a conversation that messages were redirected into', () => {
  const first = job(1)
  const redirected = [{ from: one, into: other }]
  expect(told([itemOf(first, one)], [[other, first]], { created: [other], redirected })).toEqual([other])
})

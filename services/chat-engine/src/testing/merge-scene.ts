import { randomUUID } from 'node:crypto'
import { decodeEnvelope, type EventEnvelope } from '@omnistream/bus'
import { createTestBus } from '@omnistream/bus/testing/test-bus'
import { silentLogger } from '@omnistream/common'
import { type Collections, collections, setupIndexes, standardUuids } from '@omnistream/mongo'
import { createTestMongo, type TestMongo } from '@omnistream/mongo/testing/test-mongo'
import {
  type ConversationRow,
  getConversation,
  redirectedConversations,
  resolveContacts,
  upsertConversations,
} from '@omnistream/postgres'
import { createTestSchema } from '@omnistream/postgres/test-database'
import { testDatabaseUrl } from '@omnistream/postgres/testing/database-url'
import { conversationInputOf } from '../batch/project-conversations.ts'
import { directConversationId, groupConversationId, messageIdOf } from '../derive-ids.ts'
import type { MoverDeps } from '../merges/run-mover.ts'

export type Ids = [kind: string, value: string][]

/** Real servers with one account, on which people and groups can say something the way a batch takes it in. */
export type MergeScene = {
  tenantId: string
  accountId: string
  store: Collections
  mongo: TestMongo
  /** The PostgreSQL schema. */
  schema: string
  deps: MoverDeps
  /** One inbound message; minutes after the start. Out: the contact and the conversation it was put into. */
  say(
    ids: Ids,
    text: string,
    minutes: number,
    via?: string,
  ): Promise<{ contactId: string; conversationId: string }>
  sayInGroup(group: string, text: string, minutes: number): Promise<string>
  /** The texts of a conversation, oldest first. */
  texts(conversationId: string): Promise<string[]>
  row(conversationId: string): Promise<ConversationRow | undefined>
  events(): Promise<EventEnvelope[]>
  drop(): Promise<void>
}

export const sceneStart = Date.UTC(2026, 8, 1)

export async function createMergeScene(): Promise<MergeScene> {
  const [tenantId, accountId] = [randomUUID(), randomUUID()]
  const mongo = await createTestMongo()
  const schema = await createTestSchema(await testDatabaseUrl(), { max: 12 })
  const bus = await createTestBus()
  const store = collections(mongo.db)
  await setupIndexes(mongo.db, { auditDays: 0 })
  const deps = {
    ...{ pool: schema.pool, messages: store.messages, uuids: standardUuids, logger: silentLogger() },
    ...{ bus: bus.bus, subjects: bus.on, newRev: randomUUID, intervalMs: 10, settleMs: 60_000 },
    now: () => new Date(),
  }
  const { pool } = schema
  const put = async (
    said: { text: string; minutes: number; key: string; ids: Ids; via?: string | undefined },
    place: { conversationId: string; contactId?: string; kind: 'direct' | 'group' },
  ): Promise<string> => {
    const at = new Date(sceneStart + said.minutes * 60_000)
    const write = standardUuids.write
    const externalId = `test:1:${randomUUID()}`
    const message = {
      ...{ _id: write(messageIdOf(externalId)), tenant_id: write(tenantId), account_id: write(accountId) },
      ...{ channel: 'whatsapp', external_id: externalId, conversation_id: write(place.conversationId) },
      ...(place.contactId === undefined ? {} : { contact_id: write(place.contactId) }),
      thread: {
        ...{ kind: place.kind, key: said.key },
        ...(said.via === undefined ? {} : { via: said.via }),
      },
      ...{ direction: 'inbound' as const, type: 'text', content: { body: said.text } },
      sender: { identities: said.ids.map(([kind, value]) => ({ kind, value })) },
      ...{ created_at: at, received_at: at, updated_at: at, rev: randomUUID() },
      origin: {
        ...{ source: 'live' as const, parser_version: 1, audit_id: write(randomUUID()), path: '/0' },
        ...{ received_at: at, weight: 1 },
      },
    }
    await store.messages.insertOne(message)
    const input = conversationInputOf(message, standardUuids)
    if (input === undefined) throw new Error('a message of the scene cannot be seen')
    const { redirected } = await upsertConversations(pool, [input])
    for (const { from, into } of redirected) {
      await store.messages.updateMany(
        { conversation_id: standardUuids.match(from) },
        { $set: { conversation_id: write(into), rev: randomUUID() } },
      )
    }
    return redirected.at(-1)?.into ?? place.conversationId
  }
  return {
    ...{ tenantId, accountId, store, mongo, schema: schema.schema, deps },
    async say(ids, text, minutes, via) {
      const seenAt = new Date(sceneStart + minutes * 60_000)
      const identities = ids.map(([kind, value]) => ({ kind, value }))
      const { contacts } = await resolveContacts(pool, [
        { tenantId, accountId, channel: 'whatsapp', identities, seenAt },
      ])
      const contactId = contacts[0]?.contactId ?? ''
      const conversationId = directConversationId(accountId, contactId, via)
      const key = ids[0]?.join(':') ?? ''
      const where = await put({ text, minutes, key, ids, via }, { conversationId, contactId, kind: 'direct' })
      return { contactId, conversationId: where }
    },
    async sayInGroup(group, text, minutes) {
      const derived = groupConversationId(accountId, group)
      const conversationId = (await redirectedConversations(pool, [derived])).get(derived) ?? derived
      return await put({ text, minutes, key: group, ids: [] }, { conversationId, kind: 'group' })
    },
    async texts(conversationId) {
      const found = await store.messages
        .find({ conversation_id: standardUuids.match(conversationId) })
        .sort({ created_at: 1 })
        .toArray()
      return found.map(({ content }) => content?.body ?? '')
    },
    row: (id) => getConversation(pool, { tenantId, id }),
    async events() {
      const manager = await bus.bus.manager()
      const { state } = await manager.streams.info(bus.names.events)
      const found: EventEnvelope[] = []
      for (let seq = state.first_seq; seq <= state.last_seq; seq++) {
        const envelope = decodeEnvelope((await manager.streams.getMessage(bus.names.events, { seq })).data)
        if (envelope.kind === 'event') found.push(envelope)
      }
      return found
    },
    async drop() {
      await bus.remove()
      await schema.drop()
      await mongo.remove()
    },
  }
}

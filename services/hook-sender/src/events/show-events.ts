import type { EventEnvelope } from '@omnistream/bus'
import type { Logger } from '@omnistream/common'
import type { Collections, MessageDocument, UuidCodec } from '@omnistream/mongo'
import { type ConversationRow, findWatermarks, getConversations, type Pool } from '@omnistream/postgres'
import { accountUpdateJson, conversationJson, messageJson, shownMessages } from '@omnistream/views'
import type { Filter } from 'mongodb'
import { plainPayload } from './plain-payload.ts'

export type ShowDeps = {
  pool: Pool
  store: Pick<Collections, 'messages' | 'accountUpdates' | 'media'>
  uuids: UuidCodec
  logger: Logger
}

/** An event and what a tenant is told of it. */
export type ShownEvent = { event: EventEnvelope; payload: Record<string, unknown> }

/** What an id stands for: whose it is, and how it is shown. */
type Found = Map<string, { tenantId: string; show(): Record<string, unknown> }>

const kinds = {
  message: { field: 'message_id', find: findMessages },
  conversation: { field: 'conversation_id', find: findConversations },
  account: { field: 'update_id', find: findAccountUpdates },
} as const

/**
 * What events are about, as the API shows it now, in one query for each kind. Other events, and those about something
 * that is gone, say what they hold themselves.
 */
export async function showEvents(events: readonly EventEnvelope[], deps: ShowDeps): Promise<ShownEvent[]> {
  const found = new Map<keyof typeof kinds, Found>()
  for (const [kind, group] of Map.groupBy(events, kindOf)) {
    if (kind !== undefined) found.set(kind, await kinds[kind].find(group, deps))
  }
  return events.map((event) => {
    const kind = kindOf(event)
    const thing = kind && found.get(kind)?.get(subjectOf(event, kind))
    return {
      event,
      payload: thing?.tenantId === event.tenantId ? shownOr(thing.show, event, deps) : plainPayload(event),
    }
  })
}

function kindOf({ type }: EventEnvelope): keyof typeof kinds | undefined {
  if (type === 'conversation.created') return 'conversation'
  if (type === 'account.updated') return 'account'
  return type.startsWith('message.') ? 'message' : undefined
}

const subjectOf = ({ data }: EventEnvelope, kind: keyof typeof kinds): string =>
  String(data[kinds[kind].field])

const subjectsOf = (events: readonly EventEnvelope[], kind: keyof typeof kinds): string[] => [
  ...new Set(events.map((event) => subjectOf(event, kind))),
]

/** One document that cannot be shown must not hold up the others. */
function shownOr(
  show: () => Record<string, unknown>,
  event: EventEnvelope,
  { logger }: ShowDeps,
): Record<string, unknown> {
  try {
    return show()
  } catch (error) {
    logger.error({ event_id: event.id, event_type: event.type, err: error }, 'event.not_shown')
    return plainPayload(event)
  }
}

const projection = { search: 0, rev: 0 }

/** Exported so that a test can look at its plan. */
export const messagesFilter = (uuids: UuidCodec, ids: readonly string[]): Filter<MessageDocument> => ({
  _id: uuids.match(ids),
  placeholder: { $ne: true },
})

async function findMessages(
  events: readonly EventEnvelope[],
  { pool, store, uuids }: ShowDeps,
): Promise<Found> {
  const ids = subjectsOf(events, 'message')
  const rows = await store.messages.find(messagesFilter(uuids, ids), { projection }).toArray()
  const deps = {
    uuids,
    findWatermarks: (tenantId: string, places: Parameters<typeof findWatermarks>[2]) =>
      findWatermarks(pool, tenantId, places),
    findMediaStates: (tenantId: string, ids: readonly string[]) =>
      store.media
        .find({ _id: uuids.match(ids), tenant_id: uuids.match(tenantId) }, { projection: { state: 1 } })
        .toArray(),
  }
  const found: Found = new Map()
  for (const [tenantId, group] of Map.groupBy(rows, (row) => uuids.read(row.tenant_id))) {
    for (const row of await shownMessages(group, tenantId, deps))
      found.set(uuids.read(row._id), { tenantId, show: () => messageJson(row, uuids) })
  }
  return found
}

async function findConversations(events: readonly EventEnvelope[], { pool }: ShowDeps): Promise<Found> {
  const keys = events.map((event) => ({ tenantId: event.tenantId, id: subjectOf(event, 'conversation') }))
  const rows = new Map((await getConversations(pool, keys)).map((row) => [row.id, row]))
  return new Map(
    keys.flatMap(({ tenantId, id }) => {
      const row: (ConversationRow & { mergedInto: string | null }) | undefined = rows.get(id)
      return row ? [[id, { tenantId, show: () => conversationJson(row, row.mergedInto) }]] : []
    }),
  )
}

async function findAccountUpdates(
  events: readonly EventEnvelope[],
  { store, uuids }: ShowDeps,
): Promise<Found> {
  const rows = await store.accountUpdates.find({ _id: uuids.match(subjectsOf(events, 'account')) }).toArray()
  return new Map(
    rows.map((row) => [
      uuids.read(row._id),
      { tenantId: uuids.read(row.tenant_id), show: () => accountUpdateJson(row, uuids) },
    ]),
  )
}

import { storableKey, storableText } from '../storable.ts'

export type ConversationKind = 'direct' | 'group'

/** What one message means for its conversation. */
export type ConversationInput = {
  conversationId: string
  tenantId: string
  accountId: string
  channel: string
  kind: ConversationKind
  /** What the channel keys the thread by. */
  threadKey: string
  /** Which of the account's own addresses the thread goes through, where it has several. */
  via?: string
  contactId: string | null
  /** A group's name, where the message tells it. */
  name?: string
  messageId: string
  /** When the provider says the message was written. */
  createdAt: Date
  /** When it reached us; decides whether it came after the conversation was last read or resolved. */
  receivedAt: Date
  /** null: the message has no readable text. */
  preview: string | null
  /** When the preview's text was written: the time of the edit, or createdAt when absent. */
  previewAt?: Date
  inbound: boolean
  countsAsUnread: boolean
  /** The webhook that is being worked on; remembered as `begunBy` where it makes the conversation. */
  auditId?: string
}

/** All messages of a batch for one conversation, folded into one row. */
export type ConversationSummary = {
  id: string
  first: ConversationInput
  last: { at: Date; messageId: string; preview: string | null; previewAt: Date }
  contactId: string | null
  name: string | null
  nameAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** Folds a batch by conversation, in the order of their ids: the order in which rows are locked. */
export const summarise = (inputs: readonly ConversationInput[]): ConversationSummary[] =>
  [...Map.groupBy(inputs, (input) => input.conversationId)]
    .map(([id, own]) => summary(id, own))
    .sort((a, b) => (a.id < b.id ? -1 : 1))

const summary = (id: string, own: readonly ConversationInput[]): ConversationSummary => {
  const [first] = own
  if (first === undefined) throw new Error('a conversation without messages cannot be summarised')
  const last = own.map(lastOf).reduce((a, b) => (isLater(b, a) ? b : a))
  const named = own
    .filter((input) => (input.name ?? '').trim() !== '')
    .toSorted(byNameAge)
    .at(-1)
  return {
    ...{ id, first: { ...first, threadKey: storableKey(first.threadKey) }, last },
    contactId: own.find((input) => input.contactId !== null)?.contactId ?? null,
    name: named?.name === undefined ? null : storableText(named.name),
    nameAt: named?.receivedAt ?? null,
    createdAt: new Date(Math.min(...own.map(({ createdAt }) => createdAt.getTime()))),
    updatedAt: new Date(Math.max(...own.map(({ receivedAt }) => receivedAt.getTime()))),
  }
}

const lastOf = (input: ConversationInput): ConversationSummary['last'] => ({
  ...{ at: input.createdAt, messageId: input.messageId.toLowerCase() },
  preview: input.preview === null ? null : storableText(input.preview),
  previewAt: input.previewAt ?? input.createdAt,
})

/** The later message; of the same message the later text; of equals the greater text, so that order never matters. */
const isLater = (candidate: ConversationSummary['last'], current: ConversationSummary['last']): boolean => {
  const byTime = candidate.at.getTime() - current.at.getTime()
  if (byTime !== 0) return byTime > 0
  if (candidate.messageId !== current.messageId) return candidate.messageId > current.messageId
  const byEdit = candidate.previewAt.getTime() - current.previewAt.getTime()
  if (byEdit !== 0) return byEdit > 0
  return compareBytes(candidate.preview ?? '', current.preview ?? '') > 0
}

const byNameAge = (a: ConversationInput, b: ConversationInput): number =>
  a.receivedAt.getTime() - b.receivedAt.getTime() || compareBytes(a.name ?? '', b.name ?? '')

/** As PostgreSQL's "C" collation compares. */
const compareBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

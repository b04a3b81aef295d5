import { isDeepStrictEqual } from 'node:util'
import type { StatusUpdate } from '@omnistream/channels'
import type { RecipientDocument } from '@omnistream/mongo'
import { compareText } from './origin.ts'
import type { MessageState, Provenance } from './types.ts'

/** A status only moves forward; failed is final (invariant 5, lessons #9). */
const ranks = ['pending', 'sent', 'delivered', 'read', 'played', 'deleted', 'failed']

type Times = Record<string, Date>

export function mergeStatus(
  before: MessageState,
  update: StatusUpdate,
  provenance: Provenance,
): MessageState {
  const at = update.at === undefined ? provenance.receivedAt : new Date(update.at)
  const details =
    update.errors || update.data
      ? { ...(update.errors ? { errors: update.errors } : {}), ...(update.data ? { data: update.data } : {}) }
      : undefined
  const after =
    update.participant === undefined
      ? withTime(before, update.status, at, details)
      : withParticipant(
          withDetails(before, update.status, at, details),
          update.participant,
          update.status,
          at,
        )
  return settle(before, after)
}

/** For a status that came with the message itself (history sync). */
export const mergeStatusAt = (before: MessageState, status: string, at: Date): MessageState =>
  settle(before, withTime(before, status, at, undefined))

function settle(before: MessageState, after: MessageState): MessageState {
  const status = overall(after)
  const settled = status === undefined ? after : { ...after, status }
  return isDeepStrictEqual(settled, before) ? before : settled
}

function withTime(
  state: MessageState,
  status: string,
  at: Date,
  details: Record<string, unknown> | undefined,
): MessageState {
  return {
    ...withDetails(state, status, at, details),
    status_times: earliest(state.status_times, status, at),
  }
}

/** The first report of a status is the one whose details are kept; a tie is broken by their text. */
function withDetails(
  state: MessageState,
  status: string,
  at: Date,
  details: Record<string, unknown> | undefined,
): MessageState {
  if (!details) return state
  const incoming = { at, ...details }
  const known = state.status_details?.[status]
  if (known && !precedes(incoming, known)) return state
  return { ...state, status_details: { ...state.status_details, [status]: incoming } }
}

function precedes(incoming: Record<string, unknown>, known: Record<string, unknown>): boolean {
  const order = instant(incoming.at) - instant(known.at)
  return order < 0 || (order === 0 && compareText(JSON.stringify(incoming), JSON.stringify(known)) < 0)
}

const instant = (value: unknown): number => (value instanceof Date ? value.getTime() : 0)

/** A group send has one status for each participant (docs/reference/whatsapp.md). */
function withParticipant(state: MessageState, id: string, status: string, at: Date): MessageState {
  const known = state.recipients?.find((recipient) => recipient.id === id)
  const times = earliest(known?.status_times, status, at)
  const changed: RecipientDocument = {
    id,
    status: highest(Object.keys(times)) ?? status,
    status_times: times,
  }
  const others = (state.recipients ?? []).filter((recipient) => recipient.id !== id)
  return { ...state, recipients: [...others, changed].toSorted((a, b) => compareText(a.id, b.id)) }
}

function earliest(times: Times | undefined, status: string, at: Date): Times {
  const known = times?.[status]
  if (times && known && known.getTime() <= at.getTime()) return times
  const merged = { ...times, [status]: at }
  // A fixed order of keys, so that equal states are equal documents.
  return Object.fromEntries(
    Object.entries(merged).toSorted(([a], [b]) => ranks.indexOf(a) - ranks.indexOf(b)),
  )
}

/** One participant's failure is not the message's: it failed only where nobody at all was reached. */
function overall(state: MessageState): string | undefined {
  const own = highest(Object.keys(state.status_times ?? {}))
  if (own === 'failed') return own
  const reached = (state.recipients ?? []).map(({ status }) => status)
  const succeeded = reached.filter((status) => status !== 'failed')
  return highest([...(own ? [own] : []), ...(succeeded.length > 0 ? succeeded : reached)])
}

const highest = (statuses: string[]): string | undefined =>
  statuses.toSorted((a, b) => ranks.indexOf(b) - ranks.indexOf(a))[0]

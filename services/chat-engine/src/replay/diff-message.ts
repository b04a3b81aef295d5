import { isDeepStrictEqual } from 'node:util'
import type { ReplayItemDocument } from '@omnistream/mongo'
import { Binary } from 'mongodb'
import type { MessageState } from '../merge/types.ts'

export type FieldDiff = NonNullable<ReplayItemDocument['diff']>[number]

/** What a person or an API client sees of a message; the rest is bookkeeping. */
const fields = [
  'type',
  'native_type',
  'direction',
  'content.body',
  'content.caption',
  'content.text',
  'content.media',
  'content.data',
  'sender',
  'context',
  'referral',
  'errors',
  'created_at',
  'conversation_id',
  'contact_id',
  'thread',
  'status',
  'status_times',
  'status_details',
  'recipients',
  'reactions',
  'edits',
  'original',
  'edited_at',
  'deleted_at',
] as const

const valueCharsMax = 2_000

/** The visible fields in which two states of a message differ; values are bounded in length. */
export function diffMessage(before: MessageState | undefined, after: MessageState): FieldDiff[] {
  return fields.flatMap((field) => {
    const old = plain(valueAt(before, field))
    const now = plain(valueAt(after, field))
    if (isDeepStrictEqual(old, now)) return []
    return [
      {
        field,
        ...(old === undefined ? {} : { before: bounded(old) }),
        ...(now === undefined ? {} : { after: bounded(now) }),
      },
    ]
  })
}

function valueAt(state: MessageState | undefined, field: string): unknown {
  let value: unknown = state
  for (const key of field.split('.')) {
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
  }
  return value
}

/** Without which parser wrote it, and with ids and times as text. */
function plain(value: unknown): unknown {
  if (value instanceof Binary) return value.toString('hex')
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([key]) => key !== 'parser_version')
  return Object.fromEntries(kept.map(([key, inner]) => [key, plain(inner)]))
}

function bounded(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length <= valueCharsMax ? value : `${text.slice(0, valueCharsMax)}…`
}

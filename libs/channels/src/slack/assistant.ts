import { asId, asObject, type Json } from '../core/access.ts'
import { malformed } from '../core/unsupported.ts'
import type { ParsedUpdate } from '../core/update.ts'
import { eventMessage } from './event-message.ts'
import { calledOf, partyOf } from './people.ts'
import { channelOf, messageId, type Scope } from './scope.ts'
import { threadOf } from './thread.ts'

/** Somebody opens a conversation with the app beside what they look at. */
export function parseAssistantThread(item: Json, scope: Scope): ParsedUpdate {
  const opened = asObject(item.assistant_thread) ?? {}
  const channel = channelOf(opened)
  const person = partyOf(opened.user_id)
  const ts = asId(opened.thread_ts)
  if (channel === undefined || person === undefined) return malformed(scope, 'no channel or person')
  return eventMessage(item, scope, {
    channel,
    thread: threadOf(channel, person, scope),
    sender: person,
    text: `${calledOf(person)} opened a conversation with the app`,
    event: 'assistant_thread',
    about: ts === undefined ? undefined : messageId(scope, channel, ts),
  })
}

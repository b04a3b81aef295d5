import { asId, asText, type Json } from '../core/access.ts'
import { contentHash } from '../core/content-hash.ts'
import { lines } from '../core/lines.ts'
import { toData } from '../core/to-data.ts'
import type { Identity, ParsedUpdate, Party } from '../core/update.ts'
import { readable } from './mrkdwn.ts'
import { unknownParty } from './people.ts'
import { channelName, globalId, type Scope } from './scope.ts'
import { callerThread } from './thread.ts'

/** What other parts of the message hold, and the token that is no more than a shared password. */
const heldElsewhere = new Set('token team_id channel_id user_id user_name api_app_id'.split(' '))

/**
 * A slash command: what somebody typed to the app. It is no message in Slack and has no time, so the receipt counts;
 * the trigger id is unique.
 */
export function parseCommand(form: Json, scope: Scope): ParsedUpdate {
  const caller = callerOf(form)
  const channel = asId(form.channel_id)
  const text = readable(form.text)
  const id = asId(form.trigger_id) ?? contentHash(form)
  const rest = Object.entries(form).filter(([key]) => !heldElsewhere.has(key))
  const body = lines([asText(form.command), text].filter((part) => part !== undefined).join(' '))
  return {
    kind: 'message',
    path: scope.path,
    account: scope.account,
    externalId: globalId(scope, `${channel ?? 'command'}:command/${id}`),
    thread: callerThread(channel, caller, channelName(form.channel_name)),
    direction: 'inbound',
    source: 'live',
    type: 'text',
    nativeType: 'command',
    sender: caller,
    content: { ...(body === undefined ? {} : { body }), data: toData(Object.fromEntries(rest)) },
  }
}

function callerOf(form: Json): Party {
  const id = asId(form.user_id)
  if (id === undefined) return unknownParty
  const identities: Identity[] = [{ kind: 'user_id', value: id }]
  const username = asId(form.user_name)
  if (username !== undefined) identities.push({ kind: 'username', value: username })
  return { identities }
}

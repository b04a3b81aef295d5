import { asBoolean, asId, asObject, type Json } from '../core/access.ts'
import { contentHash } from '../core/content-hash.ts'
import { toData } from '../core/to-data.ts'
import { malformed } from '../core/unsupported.ts'
import type { MessageType, ParsedUpdate } from '../core/update.ts'
import { partyOf } from './people.ts'
import { channelName, channelOf, globalId, messageId, type Scope, timeOf } from './scope.ts'
import { callerThread } from './thread.ts'

/** What differs between the kinds of interaction. */
export type Interaction = {
  textOf(root: Json): string | undefined
  typeOf?(root: Json): MessageType
  timeOf(root: Json): unknown
}

/** The envelope, the other message in full, and tokens. */
const heldElsewhere = new Set(
  (
    'type token bot_access_token team user channel api_app_id message original_message is_enterprise_install ' +
    'enterprise action_ts'
  ).split(' '),
)

/** An interaction as what the person says by it, in the conversation it was done in. */
export function interactionMessage(root: Json, scope: Scope, kind: Interaction): ParsedUpdate {
  const caller = partyOf(root.user)
  if (caller === undefined) return malformed(scope, 'no user')
  const container = asObject(root.container)
  const channel = channelOf(root) ?? asId(container?.channel_id)
  const time = kind.timeOf(root)
  const text = kind.textOf(root)
  const rest = Object.entries(root).filter(([key]) => !heldElsewhere.has(key))
  const about = aboutOf(root, container)
  const at = timeOf(scope, time)
  const type = kind.typeOf?.(root) ?? 'interactive'
  return {
    kind: 'message',
    path: scope.path,
    account: scope.account,
    externalId: globalId(
      scope,
      `${channel ?? 'view'}:${scope.name}/${keyOf(root, caller.identities[0]?.value, time)}`,
    ),
    thread: callerThread(channel, caller, channelName(asObject(root.channel)?.name)),
    direction: 'inbound',
    source: 'live',
    type,
    nativeType: scope.name,
    sender: caller,
    content: { ...(text === undefined ? {} : { text }), data: toData(Object.fromEntries(rest)) },
    ...(channel === undefined || about === undefined
      ? {}
      : { context: { externalId: messageId(scope, channel, about) } }),
    ...(at === undefined ? {} : { at }),
  }
}

/** The trigger id is new each time; what has none (a dialog) is told by its person and time. */
function keyOf(root: Json, user: string | undefined, time: unknown): string {
  const done = asId(time)
  return asId(root.trigger_id) ?? (done === undefined ? contentHash(root) : `${user ?? ''}@${done}`)
}

/** `ts` of the message that was pressed or called upon; one that only its person sees is none of the channel's. */
function aboutOf(root: Json, container: Json | undefined): string | undefined {
  if (asBoolean(container?.is_ephemeral) === true) return undefined
  if (root.type === 'interactive_message' && root.original_message === undefined) return undefined
  return (
    asId(container?.message_ts) ??
    asId(root.message_ts) ??
    asId(asObject(root.message)?.ts) ??
    asId(asObject(root.original_message)?.ts)
  )
}

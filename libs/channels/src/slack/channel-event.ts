import { asId, asObject, asText, type Json } from '../core/access.ts'
import { malformed } from '../core/unsupported.ts'
import type { ParsedUpdate } from '../core/update.ts'
import { eventMessage } from './event-message.ts'
import { readable } from './mrkdwn.ts'
import { calledOf, partyOf, personOf, unknownParty } from './people.ts'
import { channelName, channelOf, messageId, type Scope } from './scope.ts'
import { threadOf } from './thread.ts'

type ChannelEvent = {
  event: string
  type?: 'call'
  textOf(who: string, item: Json): string
  /** `ts` of the message it is about. */
  aboutOf?(item: Json): unknown
}

const nameOf = (item: Json): string => asText(asObject(item.channel)?.name) ?? ''

/** What happened to a channel, or to somebody in it. */
export const channelEvents = new Map<string, ChannelEvent>([
  ['member_joined_channel', { event: 'joined', textOf: joinedText }],
  ['member_left_channel', { event: 'left', textOf: (who) => `${who} left` }],
  ...both('archive', { event: 'archived', textOf: (who) => `${who} archived the channel` }),
  ...both('unarchive', { event: 'unarchived', textOf: (who) => `${who} opened the channel again` }),
  ...both('rename', {
    event: 'renamed',
    textOf: (_who, item) => `The channel is now called ${nameOf(item)}`,
  }),
  ...both('left', { event: 'left', textOf: (who) => `${who} took the app out of the channel` }),
  ...both('deleted', { event: 'deleted', textOf: () => 'The channel was deleted' }),
  ['channel_shared', { event: 'shared', textOf: () => 'The channel is shared with another organisation' }],
  [
    'channel_unshared',
    { event: 'unshared', textOf: () => 'The channel is no longer shared with an organisation' },
  ],
  ['pin_added', { event: 'pinned', textOf: (who, item) => pinText(`${who} pinned`, item), aboutOf: pinned }],
  [
    'pin_removed',
    { event: 'unpinned', textOf: (who, item) => pinText(`${who} unpinned`, item), aboutOf: pinned },
  ],
  ['call_rejected', { event: 'rejected', type: 'call', textOf: (who) => `${who} rejected a call` }],
  [
    'agent_session_stopped',
    { event: 'stopped', textOf: (who) => `${who} stopped the answer`, aboutOf: root },
  ],
  ['agent_session_title_changed', { event: 'titled', textOf: titleText, aboutOf: root }],
])

/** Such an event as a message of its channel's conversation. */
export function parseChannelEvent(item: Json, scope: Scope): ParsedUpdate {
  const kind = channelEvents.get(scope.name)
  const channel = channelOf(item)
  if (kind === undefined || channel === undefined) return malformed(scope, 'no channel')
  const sender = partyOf(item.user) ?? partyOf(item.actor_id) ?? partyOf(item.user_id) ?? unknownParty
  const name = channelName(asObject(item.channel)?.name)
  const about = asId(kind.aboutOf?.(item))
  return eventMessage(item, scope, {
    channel,
    thread: threadOf(channel, personOf(item, scope), scope, name),
    sender,
    text: kind.textOf(calledOf(sender), item).trimEnd(),
    event: kind.event,
    about: about === undefined ? undefined : messageId(scope, channel, about),
    ...(kind.type === undefined ? {} : { type: kind.type }),
  })
}

/** Private channels were called groups once, and their events still are. */
function both(word: string, kind: ChannelEvent): [string, ChannelEvent][] {
  return [
    [`channel_${word}`, kind],
    [`group_${word}`, kind],
  ]
}

function joinedText(who: string, item: Json): string {
  const inviter = asId(item.inviter)
  return inviter === undefined || inviter === asId(item.user) ? `${who} joined` : `@${inviter} added ${who}`
}

function pinned(item: Json): unknown {
  return asObject(asObject(item.item)?.message)?.ts
}

function pinText(did: string, item: Json): string {
  const message = asObject(asObject(item.item)?.message)
  const said = readable(message?.text)
  if (message === undefined) return `${did} a file`
  return said === undefined ? `${did} a message` : `${did} a message: ${said}`
}

function root(item: Json): unknown {
  return item.thread_ts
}

function titleText(who: string, item: Json): string {
  return `${who} called the conversation ${asText(item.title) ?? ''}`
}

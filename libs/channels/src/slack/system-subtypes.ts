import { asId, asObject, asText, type Json } from '../core/access.ts'
import { toData } from '../core/to-data.ts'
import type { Content, MessageType } from '../core/update.ts'
import { blocksText } from './blocks.ts'
import { readable } from './mrkdwn.ts'
import { restOf } from './rest.ts'

type System = { event: string; type?: 'call'; textOf?(item: Json, who: string): string | undefined }

/** What happened in a channel and is told as a message. Where there are no words of ours, Slack's own are taken. */
export const systemSubtypes = new Map<string, System>([
  ...ofChannels('channel'),
  ...ofChannels('group'),
  ['pinned_item', { event: 'pinned', textOf: (_item, who) => `${who} pinned something to the channel` }],
  ['unpinned_item', { event: 'unpinned', textOf: (_item, who) => `${who} unpinned something` }],
  ['bot_add', { event: 'bot_added', textOf: (_item, who) => `${who} added an app to the channel` }],
  ['bot_remove', { event: 'bot_removed', textOf: (_item, who) => `${who} removed an app from the channel` }],
  ['bot_enable', { event: 'bot_enabled', textOf: (_item, who) => `${who} enabled an app` }],
  ['bot_disable', { event: 'bot_disabled', textOf: (_item, who) => `${who} disabled an app` }],
  ['app_conversation_join', { event: 'joined', textOf: (_item, who) => `${who} joined` }],
  ['app_conversation_leave', { event: 'left', textOf: (_item, who) => `${who} left` }],
  ['joiner_notification', { event: 'joined_slack' }],
  ['joiner_notification_for_inviter', { event: 'joined_slack' }],
  ['reminder_add', { event: 'reminder' }],
  ['assistant_app_thread', { event: 'assistant_thread', textOf: assistantTitle }],
  ['tombstone', { event: 'deleted', textOf: () => 'This message was deleted' }],
  [
    'ekm_access_denied',
    { event: 'locked', textOf: () => 'The organisation’s keys keep this message locked' },
  ],
  ['huddle_thread', { event: 'huddle', type: 'call', textOf: huddleText }],
  ['sh_room_created', { event: 'call', type: 'call', textOf: huddleText }],
  ['sh_room_shared', { event: 'call', type: 'call', textOf: huddleText }],
])

/** What a message of such a subtype says; undefined where it is none. */
export function systemContent(
  item: Json,
  subtype: string,
  who: string,
): { type: MessageType; content: Content } | undefined {
  const system = systemSubtypes.get(subtype)
  if (system === undefined) return undefined
  const content: Content = { data: { ...toData(restOf(item, undefined) ?? {}), event: system.event } }
  const text = system.textOf?.(item, who) ?? readable(item.text) ?? blocksText(item.blocks)
  if (text !== undefined) content.text = text
  return { type: system.type ?? 'system', content }
}

/** Private channels were called groups once, and some of their messages still are. */
function ofChannels(prefix: 'channel' | 'group'): [string, System][] {
  const all: [string, System][] = [
    ['join', { event: 'joined', textOf: joinedText }],
    ['leave', { event: 'left', textOf: (_item, who) => `${who} left` }],
    ['topic', { event: 'topic', textOf: (item, who) => setText(who, 'topic', item.topic) }],
    ['purpose', { event: 'purpose', textOf: (item, who) => setText(who, 'description', item.purpose) }],
    ['name', { event: 'renamed', textOf: renamedText }],
    ['archive', { event: 'archived', textOf: (_item, who) => `${who} archived the channel` }],
    ['unarchive', { event: 'unarchived', textOf: (_item, who) => `${who} opened the channel again` }],
    [
      'convert_to_private',
      { event: 'made_private', textOf: (_item, who) => `${who} made the channel private` },
    ],
    ['convert_to_public', { event: 'made_public', textOf: (_item, who) => `${who} made the channel public` }],
    ['posting_permissions', { event: 'permissions' }],
    ['canvas_updated', { event: 'canvas', textOf: (_item, who) => `${who} changed the channel’s canvas` }],
  ]
  const named = all.map(([word, system]): [string, System] => [`${prefix}_${word}`, system])
  return prefix === 'group' ? named : [...named, ['tabbed_canvas_updated', { event: 'canvas' }]]
}

function joinedText(item: Json, who: string): string {
  const inviter = asId(item.inviter)
  return inviter === undefined || inviter === asId(item.user) ? `${who} joined` : `@${inviter} added ${who}`
}

function setText(who: string, what: string, value: unknown): string {
  const text = readable(value)
  return text === undefined ? `${who} cleared the ${what}` : `${who} set the ${what}: ${text}`
}

function renamedText(item: Json, who: string): string | undefined {
  const name = asText(item.name)
  if (name === undefined) return undefined
  const before = asText(item.old_name)
  return before === undefined
    ? `${who} renamed the channel to ${name}`
    : `${who} renamed the channel from ${before} to ${name}`
}

function assistantTitle(item: Json): string | undefined {
  return asText(asObject(item.assistant_app_thread)?.title)
}

/** A huddle, or a call of another provider's: it goes on, or has ended. */
function huddleText(item: Json, who: string): string {
  const room = asObject(item.room)
  const creator = asId(room?.created_by)
  const starter = creator === undefined ? who : `@${creator}`
  const name = asText(room?.name)
  const what = name === undefined ? 'a huddle' : `a huddle: ${name}`
  return room?.has_ended === true
    ? `The huddle has ended${name === undefined ? '' : `: ${name}`}`
    : `${starter} started ${what}`
}

import { asId, asList, asNumber, asObject, asText, type Json } from '../core/access.ts'
import type { Content, MessageType } from '../core/update.ts'
import { photoRef } from './file-ref.ts'
import { calledOf, partyOf } from './people.ts'
import { restOf } from './rest.ts'

type Service = (value: unknown, who: string, item: Json) => string

const field = (value: unknown, key: string): string => asText(asObject(value)?.[key]) ?? ''
const person = (value: unknown, key: string): string => calledOf(partyOf(asObject(value)?.[key]))
const suffixed = (text: string, more: string): string => (more === '' ? text : `${text}: ${more}`)
const stars = (value: unknown, key: string): string => `${field(value, key) || '0'} stars`

/** What a chat says of itself in plain English, by the field that says it. `who` is the sender. */
export const services = new Map<string, Service>([
  ['new_chat_members', joinedText],
  ['left_chat_member', leftText],
  ['chat_owner_left', (_value, who) => `${who} left as the owner`],
  ['chat_owner_changed', (value) => `${person(value, 'new_owner')} is the new owner`],
  ['new_chat_title', (title, who) => `${who} changed the name to ${asText(title) ?? 'nothing'}`],
  ['new_chat_photo', (_value, who) => `${who} changed the photo`],
  ['delete_chat_photo', (_value, who) => `${who} removed the photo`],
  ['group_chat_created', (_value, who) => `${who} created the group`],
  ['supergroup_chat_created', (_value, who) => `${who} created the group`],
  ['channel_chat_created', (_value, who) => `${who} created the channel`],
  ['message_auto_delete_timer_changed', timerText],
  ['migrate_to_chat_id', () => 'The group became a supergroup'],
  ['migrate_from_chat_id', () => 'The group became a supergroup'],
  ['pinned_message', (_value, who) => `${who} pinned a message`],
  ['gift', (gift, who) => suffixed(`${who} sent a gift`, field(gift, 'text'))],
  ['unique_gift', (gift, who) => suffixed(`${who} sent a gift`, field(asObject(gift)?.gift, 'base_name'))],
  [
    'gift_upgrade_sent',
    (gift, who) => suffixed(`${who} paid for the upgrade of a gift`, field(gift, 'text')),
  ],
  ['connected_website', (site, who) => `${who} logged in on ${asText(site) ?? 'a website'}`],
  ['write_access_allowed', (_value, who) => `${who} allowed the bot to write`],
  ['passport_data', (_value, who) => `${who} sent Telegram Passport data`],
  ['proximity_alert_triggered', proximityText],
  ['boost_added', (_value, who) => `${who} boosted the chat`],
  ['chat_background_set', (_value, who) => `${who} changed the background`],
  ['checklist_tasks_done', (_value, who) => `${who} ticked tasks of a checklist`],
  ['checklist_tasks_added', tasksText],
  ['community_chat_added', (it) => suffixed('The chat was added to a community', communityOf(it))],
  ['community_chat_joined', (it, who) => suffixed(`${who} joined from a community`, communityOf(it))],
  ['community_chat_removed', () => 'The chat was removed from its community'],
  [
    'direct_message_price_changed',
    (it) => `A direct message now costs ${stars(it, 'direct_message_star_count')}`,
  ],
  ['paid_message_price_changed', (it) => `A message now costs ${stars(it, 'paid_message_star_count')}`],
  ['forum_topic_created', (topic, who) => `${who} created the topic ${field(topic, 'name')}`.trimEnd()],
  ['forum_topic_edited', topicEditedText],
  ['forum_topic_closed', (_value, who) => `${who} closed the topic`],
  ['forum_topic_reopened', (_value, who) => `${who} reopened the topic`],
  ['general_forum_topic_hidden', (_value, who) => `${who} hid the General topic`],
  ['general_forum_topic_unhidden', (_value, who) => `${who} showed the General topic again`],
  ['giveaway_created', () => 'A giveaway was announced'],
  ['giveaway_completed', (it) => `The giveaway ended, winners: ${field(it, 'winner_count') || '0'}`],
  ['managed_bot_created', (it, who) => `${who} created the bot ${person(it, 'bot')}`],
  ['poll_option_added', (it, who) => suffixed(`${who} added an option to a poll`, field(it, 'option_text'))],
  [
    'poll_option_deleted',
    (it, who) => suffixed(`${who} deleted an option of a poll`, field(it, 'option_text')),
  ],
  ['suggested_post_approved', () => 'A suggested post was approved'],
  ['suggested_post_approval_failed', () => 'A suggested post could not be approved'],
  ['suggested_post_declined', (it) => suffixed('A suggested post was declined', field(it, 'comment'))],
  ['suggested_post_paid', () => 'A suggested post was paid'],
  ['suggested_post_refunded', (it) => suffixed('A suggested post was refunded', field(it, 'reason'))],
  ['video_chat_scheduled', (_value, who) => `${who} scheduled a video chat`],
  ['video_chat_started', (_value, who) => `${who} started a video chat`],
  ['video_chat_ended', (it) => `The video chat ended after ${field(it, 'duration') || '0'} s`],
  [
    'video_chat_participants_invited',
    (it, who) => `${who} invited ${namesOf(asObject(it)?.users)} to the video chat`,
  ],
])

/** What a service message says: `data.event` is the field that says it. */
export function serviceContent(
  item: Json,
  key: string,
  who: string,
): { type: MessageType; content: Content } | undefined {
  const service = services.get(key)
  if (service === undefined) return undefined
  const content: Content = {
    text: service(item[key], who, item),
    data: { event: key, ...restOf(item) },
  }
  const photo = key === 'new_chat_photo' ? photoRef(item[key]) : undefined
  if (photo !== undefined) content.media = [photo]
  return { type: key.startsWith('video_chat_') ? 'call' : 'system', content }
}

/** Somebody who comes in alone added themselves. */
function joinedText(members: unknown, who: string, item: Json): string {
  const ids = asList(members).map((member) => asId(asObject(member)?.id))
  const alone = ids.length === 1 && ids[0] === asId(asObject(item.from)?.id)
  return alone ? `${namesOf(members)} joined` : `${who} added ${namesOf(members)}`
}

function leftText(member: unknown, who: string, item: Json): string {
  const name = calledOf(partyOf(member))
  const alone = asId(asObject(member)?.id) === asId(asObject(item.from)?.id)
  return alone ? `${name} left` : `${who} removed ${name}`
}

function timerText(timer: unknown, who: string): string {
  const seconds = asNumber(asObject(timer)?.message_auto_delete_time) ?? 0
  return seconds === 0
    ? `${who} keeps messages for good`
    : `${who} set messages to be deleted after ${seconds} s`
}

function proximityText(alert: unknown): string {
  const distance = field(alert, 'distance') || '0'
  return `${person(alert, 'traveler')} is within ${distance} m of ${person(alert, 'watcher')}`
}

function tasksText(added: unknown, who: string): string {
  const texts = asList(asObject(added)?.tasks).map((task) => field(task, 'text'))
  return suffixed(`${who} added tasks to a checklist`, texts.filter((text) => text !== '').join(', '))
}

function topicEditedText(topic: unknown, who: string): string {
  const name = field(topic, 'name')
  return name === ''
    ? `${who} changed the icon of the topic`
    : `${who} changed the name of the topic to ${name}`
}

function communityOf(node: unknown): string {
  return field(asObject(node)?.community, 'name')
}

function namesOf(people: unknown): string {
  const names = asList(people).map((one) => calledOf(partyOf(one)))
  return names.length === 0 ? 'nobody' : names.join(', ')
}

import { asId, asObject, asText, type Json } from '../core/access.ts'
import type { Direction, Thread } from '../core/update.ts'
import { nameOf, partyOf, unknownParty } from './people.ts'

/**
 * The conversation of a message, or of anything else that has a `chat`. A private chat is its person's; one of a
 * connected business account goes `via` that connection. A channel's direct messages are conversations with the
 * people who write there. A forum topic is a group of its own. The chat of a guest message may share its id with a
 * chat the bot is in, so it is set apart.
 */
export function threadOf(item: Json, isGuest: boolean): Thread {
  const chat = asObject(item.chat) ?? {}
  const chatId = asId(chat.id) ?? 'unknown'
  if (isGuest) return group(`guest/${chatId}`, nameOf(chat))
  if (isPrivate(chat)) {
    const from = asObject(item.from)
    const peer = (asId(from?.id) === chatId ? partyOf(from) : undefined) ?? partyOf(chat) ?? unknownParty
    return direct(peer, asId(item.business_connection_id))
  }
  const writer = partyOf(asObject(item.direct_messages_topic)?.user)
  if (writer !== undefined) return direct(writer, chatId)
  const topic = item.is_topic_message === true ? asId(item.message_thread_id) : undefined
  return topic === undefined
    ? group(chatId, asText(item.new_chat_title) ?? nameOf(chat))
    : group(`${chatId}:${topic}`, topicName(item))
}

/** Whether we are told of something that our side did: the owner of a business account, or the bot itself. */
export function directionOf(item: Json, thread: Thread, account: string): Direction {
  const from = asId(asObject(item.from)?.id)
  if (thread.kind === 'group') {
    return from !== undefined && from === account && item.sender_chat === undefined ? 'outbound' : 'inbound'
  }
  const sender = asId(asObject(item.sender_chat)?.id) ?? from
  return sender === undefined || sender === thread.peer.identities[0]?.value ? 'inbound' : 'outbound'
}

function direct(peer: Extract<Thread, { kind: 'direct' }>['peer'], via: string | undefined): Thread {
  return via === undefined ? { kind: 'direct', peer } : { kind: 'direct', peer, via }
}

function group(id: string, name: string | undefined): Thread {
  return name === undefined ? { kind: 'group', id } : { kind: 'group', id, name }
}

/** The type says so; where it is missing, only people have ids above zero. */
function isPrivate(chat: Json): boolean {
  return chat.type === undefined ? !asId(chat.id)?.startsWith('-') : chat.type === 'private'
}

/** A message of a topic that quotes nothing replies to the topic's first message, which has its name. */
function topicName(item: Json): string | undefined {
  const first = asObject(item.reply_to_message)
  const said = [item.forum_topic_created, item.forum_topic_edited, first?.forum_topic_created]
  return said.map((node) => asText(asObject(node)?.name)).find((name) => name !== undefined)
}

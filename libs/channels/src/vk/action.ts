import { asId, asObject, asText, type Json } from '../core/access.ts'
import { lines } from './lines.ts'
import { calledOf } from './people.ts'

type ActionText = (action: Json, who: string, whom: string) => string

/** What happens in a chat, by VK's words, in plain English. */
export const actionTexts = new Map<string, ActionText>([
  ['chat_create', (action, who) => `${who} created the chat ${asText(action.text) ?? ''}`.trimEnd()],
  ['chat_title_update', (action, who) => `${who} changed the name to ${asText(action.text) ?? 'nothing'}`],
  ['chat_photo_update', (_action, who) => `${who} changed the photo`],
  ['chat_photo_remove', (_action, who) => `${who} removed the photo`],
  ['chat_invite_user', (_action, who, whom) => (who === whom ? `${who} came back` : `${who} added ${whom}`)],
  ['chat_kick_user', (_action, who, whom) => (who === whom ? `${who} left` : `${who} removed ${whom}`)],
  ['chat_invite_user_by_link', (_action, who) => `${who} joined by a link`],
  ['chat_invite_user_by_message_request', (_action, who) => `${who} joined by a request`],
  ['chat_pin_message', (action, who) => lines(`${who} pinned a message`, action.message)],
  ['chat_unpin_message', (_action, who) => `${who} unpinned a message`],
  ['chat_screenshot', (_action, who) => `${who} took a screenshot`],
  ['conversation_style_update', (_action, who) => `${who} changed the look of the chat`],
  ['custom', (action) => lines(action.message, action.text)],
])

/** What a service message says, with its action's own word; undefined for a message that is none. */
export function readAction(message: Json): { event: string; text: string } | undefined {
  const action = asObject(message.action)
  const event = asText(action?.type)
  if (action === undefined || event === undefined) return undefined
  // An invitation by e-mail has a negative number for the person, and the address beside it.
  const whom = asText(action.email) ?? calledOf(action.member_id ?? action.user_id)
  const text = actionTexts.get(event)?.(action, calledOf(message.from_id), whom)
  return { event, text: text ?? lines(action.message, action.text, event) }
}

/** The name a chat has from this message on. */
export function newTitle(message: Json): string | undefined {
  const action = asObject(message.action)
  const renames = action?.type === 'chat_create' || action?.type === 'chat_title_update'
  return renames ? asId(action?.text) : undefined
}

import { asObject, asText, type Json } from '../core/access.ts'
import { toData } from '../core/to-data.ts'
import { malformed } from '../core/unsupported.ts'
import type { MessageType, MessageUpdate, ParsedUpdate } from '../core/update.ts'
import { parseAccountEvent } from './account-event.ts'
import { eventId, type Frame, globalId } from './frame.ts'
import { lines } from './lines.ts'
import { calledOf, partyOf } from './people.ts'
import { eventData } from './rest.ts'

/** Events of which there is no saying whom they must name: without a person they are about the account. */
const mayLackPerson = new Set(['client_status', 'action'])

/**
 * An event of a conversation that is no message on the wire: it becomes one, so that it stands in the conversation and
 * is found. `conversation_started` alone does not subscribe a person.
 */
export function parseSystem(frame: Frame): ParsedUpdate {
  const { account, event, word } = frame
  const person = partyOf(event.user) ?? partyOf({ id: event.user_id })
  if (person === undefined) {
    return mayLackPerson.has(word)
      ? parseAccountEvent(frame)
      : malformed({ path: '', account, name: word }, 'no user')
  }
  const { type, text } = said(word, event, calledOf(person))
  const update: MessageUpdate = {
    kind: 'message',
    path: '',
    account,
    externalId: globalId(frame, eventId(frame)),
    thread: { kind: 'direct', peer: person },
    direction: 'inbound',
    source: 'live',
    type,
    nativeType: word,
    sender: person,
    content: { text, data: eventData(frame) },
  }
  if (frame.at !== undefined) update.at = frame.at
  if (event.context !== undefined) update.referral = toData({ context: event.context })
  return update
}

/** What an event says in words. */
function said(word: string, event: Json, who: string): { type: MessageType; text: string } {
  switch (word) {
    case 'subscribed':
      return { type: 'system', text: `${who} subscribed` }
    case 'unsubscribed':
      return { type: 'system', text: `${who} unsubscribed` }
    case 'conversation_started':
      return { type: 'system', text: lines(`${who} opened the conversation`, event.context) ?? '' }
    case 'client_status':
      return asObject(event.status)?.type === 'payment'
        ? { type: 'order', text: `${who} tapped the button to pay` }
        : { type: 'system', text: `Status of the app of ${who}${suffixOf(event)}` }
    default:
      return { type: 'system', text: `Action of ${who}` }
  }
}

function suffixOf(event: Json): string {
  const type = asText(asObject(event.status)?.type)
  return type === undefined ? '' : `: ${type}`
}

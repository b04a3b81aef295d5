import { asId, asList, asObject, asText, type Json } from '../core/access.ts'
import { readableText } from '../core/readable-text.ts'
import { toMilliseconds } from '../core/timestamp.ts'
import { toData } from '../core/to-data.ts'
import { malformed } from '../core/unsupported.ts'
import type { MessageType, MessageUpdate, ParsedUpdate } from '../core/update.ts'
import { lines } from './lines.ts'
import { conversationMessageId } from './message-id.ts'
import { calledOf, partyOf, threadOf } from './people.ts'
import { eventKey, globalId, objectPath, type Scope } from './scope.ts'

/** How an event about one person becomes a message: its type, and what people read of it. */
export type PersonEvent = { type: MessageType; textOf(object: Json, who: string): string }

const system = (textOf: PersonEvent['textOf']): PersonEvent => ({ type: 'system', textOf })

/** Events that name a person and hold no message: they belong to the conversation with that person. */
export const personEvents = new Map<string, PersonEvent>([
  ['message_allow', system((_object, who) => `${who} allowed messages`)],
  ['message_deny', system((_object, who) => `${who} no longer allows messages`)],
  ['group_join', system(joinText)],
  ['group_leave', system((_object, who) => `${who} left the community`)],
  ['user_block', system((block, who) => lines(`${who} was blocked`, block.comment))],
  ['user_unblock', system((_object, who) => `${who} was unblocked`)],
  ['donut_subscription_create', system((_object, who) => `${who} subscribed to VK Donut`)],
  ['donut_subscription_prolonged', system((_object, who) => `${who} prolonged VK Donut`)],
  ['donut_subscription_expired', system((_object, who) => `VK Donut of ${who} expired`)],
  ['donut_subscription_cancelled', system((_object, who) => `${who} cancelled VK Donut`)],
  ['donut_subscription_price_changed', system((_object, who) => `${who} pays another price for VK Donut`)],
  ['message_event', { type: 'button', textOf: (press) => payloadText(press.payload) }],
  ['app_payload', { type: 'interactive', textOf: (app) => payloadText(app.payload) }],
  ['lead_forms_new', { type: 'interactive', textOf: leadText }],
  ['market_order_new', { type: 'order', textOf: orderText }],
  ['market_order_edit', { type: 'order', textOf: orderText }],
  [
    'vkpay_transaction',
    { type: 'order', textOf: (pay) => lines(`VK Pay: ${asText(pay.amount) ?? '0'}`, pay.description) },
  ],
])

/** One of these events as a message; `data.event` is its type. */
export function parsePersonEvent(object: Json, scope: Scope): ParsedUpdate {
  const event = personEvents.get(scope.event)
  const person = asId(object.user_id) ?? asId(object.from_id)
  const place = { path: objectPath, account: scope.account, name: scope.event }
  if (event === undefined || person === undefined) return malformed(place, 'no user_id')
  const text = event.textOf(object, calledOf(person))
  const peer = asId(object.peer_id) ?? person
  const update: MessageUpdate = {
    kind: 'message',
    path: objectPath,
    account: scope.account,
    externalId: globalId(scope, eventKey(scope, object)),
    thread: threadOf(peer),
    direction: 'inbound',
    source: 'live',
    type: event.type,
    nativeType: scope.event,
    sender: partyOf(person),
    content: { data: { event: scope.event, ...toData(object) } },
  }
  const at = toMilliseconds(object.date)
  const number = scope.event === 'message_event' ? conversationMessageId(object) : undefined
  if (text !== '') update.content.text = text
  if (at !== undefined) update.at = at
  if (number !== undefined) update.context = { externalId: globalId(scope, `${peer}/${number}`) }
  return update
}

function joinText(join: Json, who: string): string {
  return join.join_type === 'request' ? `${who} asks to join the community` : `${who} joined the community`
}

/** A payload is whatever the bot gave the button: a text, or a structure with texts in it. */
function payloadText(payload: unknown): string {
  if (typeof payload !== 'object' || payload === null) return lines(payload)
  return readableText(payload) ?? lines(...Object.values(payload))
}

function leadText(lead: Json): string {
  const answers = asList(lead.answers).map((raw) => {
    const answer = asObject(raw)
    return [asText(answer?.question), asText(answer?.answer)].filter((part) => part !== undefined).join(': ')
  })
  return lines(lead.form_name, ...answers)
}

function orderText(order: Json): string {
  const items = asList(order.preview_order_items).map((item) => asObject(item)?.title)
  const number = asText(order.display_order_id) ?? asText(order.id) ?? ''
  return lines(`Order ${number}`.trimEnd(), ...items, asObject(order.total_price)?.text, order.comment)
}

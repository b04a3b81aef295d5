import { asObject, type Json } from '../core/access.ts'
import { malformed } from '../core/unsupported.ts'
import type { ParsedUpdate } from '../core/update.ts'
import { eventMessage } from './event-message.ts'
import { addressLines, paymentText } from './order.ts'
import { calledOf, partyOf } from './people.ts'
import type { Scope } from './scope.ts'
import { lines } from './structured.ts'

/** Where an order is to go: asked before the price of the delivery is known. */
export function parseShippingQuery(item: Json, scope: Scope): ParsedUpdate {
  const address = asObject(item.shipping_address)
  return order(item, scope, lines('Shipping address', ...addressLines(address)), 'shipping_query')
}

/** Somebody is about to pay. */
export function parsePreCheckout(item: Json, scope: Scope): ParsedUpdate {
  return order(item, scope, paymentText('About to pay', item), 'pre_checkout_query')
}

/** Somebody bought paid media that the bot sent. */
export function parsePaidMedia(item: Json, scope: Scope): ParsedUpdate {
  const who = calledOf(partyOf(item.from))
  return order(
    item,
    scope,
    lines(`${who} bought paid media`, item.paid_media_payload),
    'purchased_paid_media',
  )
}

/** These name no chat: they belong to the conversation with whoever pays. */
function order(item: Json, scope: Scope, text: string, event: string): ParsedUpdate {
  const sender = partyOf(item.from)
  if (sender === undefined)
    return malformed({ path: scope.path, account: scope.account, name: scope.family }, 'no sender')
  const thread = { kind: 'direct' as const, peer: sender }
  return eventMessage(item, scope, { type: 'order', thread, sender, text, event })
}

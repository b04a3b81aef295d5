import { asId, asObject } from '../../core/access.ts'
import { contentHash } from '../../core/content-hash.ts'
import { toData } from '../../core/to-data.ts'
import { malformed } from '../../core/unsupported.ts'
import type { Content, MessageType } from '../../core/update.ts'
import { accountEvent } from './account-event.ts'
import type { EventParser } from './event.ts'
import { buildMessage, type Frame, openFrame } from './frame.ts'
import { addReferral } from './message.ts'
import { businessParty } from './person.ts'
import { globalId } from './scope.ts'
import type { SystemText } from './system-text.ts'

type Shape = {
  type: MessageType
  /** Whose doing it is where the item names the customer as its sender all the same. */
  ours?: true
}

/**
 * An event of a conversation that is no message on the wire: it becomes one, so that it stands in the thread and is
 * found. Without an id of its own it is known by its content. One that names nobody is about the account.
 */
export function systemEvent(
  event: string,
  textOf: SystemText,
  shape: Shape = { type: 'system' },
): EventParser {
  return ({ item, node: raw, path, scope }) => {
    const node = asObject(raw)
    if (node === undefined) return malformed({ path, account: scope.account, name: event }, 'not an object')
    // A guest who opts in may be named inside the event alone.
    const sender = item.sender ?? (node.user_ref === undefined ? undefined : { user_ref: node.user_ref })
    const frame = openFrame({ ...item, sender }, path, scope)
    if (!frame.peerKnown) return accountEvent(scope, path, event, node, item.timestamp ?? scope.entryTime)
    const content: Content = { data: toData({ event, ...node }) }
    const text = textOf(node)
    if (text !== undefined) content.text = text
    const sides: Frame = shape.ours ? { ...frame, direction: 'outbound', actor: businessParty(scope) } : frame
    const nativeId = contentHash(scope.account, event, item)
    const update = buildMessage(sides, nativeId, { type: shape.type, nativeType: event, content })
    const about = asId(node.mid)
    if (about !== undefined) update.context = { externalId: globalId(scope, about) }
    if (event === 'referral') addReferral(update, node)
    return update
  }
}

/** An event of the account that comes among those of its conversations. */
export function accountItem(event: string): EventParser {
  return ({ item, node, path, scope }) =>
    accountEvent(scope, path, event, node, item.timestamp ?? scope.entryTime)
}

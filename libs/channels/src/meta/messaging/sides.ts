import { asId, asObject, type Json } from '../../core/access.ts'
import type { Direction, Party } from '../../core/update.ts'
import { businessParty, readPerson, unknownParty } from './person.ts'
import type { MessagingScope } from './scope.ts'

export type Sides = {
  direction: Direction
  /** The customer, whoever wrote. */
  peer: Party
  /** Who did it: the customer, or the business. */
  actor: Party
  /** False where the item names nobody the thread could belong to. */
  peerKnown: boolean
}

/**
 * Who did something to whom. An echo tells by its flag alone: payloads with its sides exchanged exist. Everything
 * else is ours where the account is the sender, unless it writes to itself.
 */
export function readSides(item: Json, scope: MessagingScope, isEcho: boolean): Sides {
  const senderId = asId(asObject(item.sender)?.id)
  const recipientId = asId(asObject(item.recipient)?.id)
  const isSenderUs = senderId !== undefined && senderId === scope.account
  const isRecipientUs = recipientId !== undefined && recipientId === scope.account
  const outbound = isEcho || (isSenderUs && !isRecipientUs)
  const isPeerSender = outbound ? isRecipientUs && !isSenderUs : true
  const peer = readPerson(isPeerSender ? item.sender : item.recipient, scope)
  const party = peer ?? unknownParty()
  return {
    direction: outbound ? 'outbound' : 'inbound',
    peer: party,
    actor: outbound ? businessParty(scope) : party,
    peerKnown: peer !== undefined,
  }
}

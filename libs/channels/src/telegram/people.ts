import { asId, asObject, asText, type Json } from '../core/access.ts'
import type { Identity, Party } from '../core/update.ts'

/** Stands for a person the payload names in no way. */
export const unknownParty: Party = { identities: [{ kind: 'user_id', value: 'unknown' }] }

/**
 * A user or a chat as a party: its id, then its username, which can change hands. Ids of people and of chats are
 * from one range (chats are negative), so both are `user_id`.
 */
export function partyOf(raw: unknown): Party | undefined {
  const who = asObject(raw)
  const id = asId(who?.id)
  if (who === undefined || id === undefined) return undefined
  const identities: Identity[] = [{ kind: 'user_id', value: id }]
  const username = asId(who.username)
  if (username !== undefined) identities.push({ kind: 'username', value: username })
  const name = nameOf(who)
  return name === undefined ? { identities } : { identities, name }
}

/**
 * Who wrote a message. Where a chat speaks (an anonymous administrator, a linked channel), `from` is a stand-in
 * that all of them share; a channel post has no `from` at all.
 */
export function senderOf(item: Json): Party {
  return partyOf(item.sender_chat) ?? partyOf(item.from) ?? partyOf(item.chat) ?? unknownParty
}

/** The title of a chat, or first and last name of a person. */
export function nameOf(who: Json | undefined): string | undefined {
  if (who === undefined) return undefined
  const full = [asText(who.first_name), asText(who.last_name)].filter((part) => part !== undefined).join(' ')
  return asText(who.title) ?? (full === '' ? undefined : full)
}

/** What a sentence calls a party. */
export function calledOf(party: Party | undefined): string {
  const username = party?.identities.find(({ kind }) => kind === 'username')
  return party?.name ?? (username === undefined ? 'Somebody' : `@${username.value}`)
}

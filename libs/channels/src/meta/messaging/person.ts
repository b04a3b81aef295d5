import { asId, asObject, asText } from '../../core/access.ts'
import type { Identity, Party } from '../../core/update.ts'
import type { MessagingScope } from './scope.ts'

/** Stands for a person the item names in no way: the message must still be seen, in one thread an account. */
const unknownPerson: Identity = { kind: 'user_id', value: 'unknown' }

/**
 * The person of a `sender` or `recipient`. Guests of the checkbox and chat plugins have a `user_ref` instead of an
 * id, or beside it. Undefined where the node names nobody.
 */
export function readPerson(node: unknown, scope: MessagingScope): Party | undefined {
  const person = asObject(node)
  if (person === undefined) return undefined
  const identities: Identity[] = []
  const id = asId(person.id)
  const ref = asId(person.user_ref)
  const username = asId(person.username)?.replace(/^@/, '')
  if (id !== undefined) identities.push({ kind: scope.profile.person, value: id })
  if (ref !== undefined) identities.push({ kind: 'user_id', value: ref })
  if (username !== undefined && username !== '') identities.push({ kind: 'username', value: username })
  if (identities.length === 0) return undefined
  const name = asText(person.name)
  return name === undefined ? { identities } : { identities, name }
}

/** The party of somebody who is not named. */
export function unknownParty(): Party {
  return { identities: [unknownPerson] }
}

/** The page or Instagram account itself. */
export function businessParty(scope: MessagingScope): Party {
  return scope.account === '' ? unknownParty() : { identities: [{ kind: 'user_id', value: scope.account }] }
}

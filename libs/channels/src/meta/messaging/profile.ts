import type { Json } from '../../core/access.ts'
import type { IdentityKind, ParsedUpdate } from '../../core/update.ts'
import type { MessagingScope } from './scope.ts'

/** What tells Messenger and Instagram apart; the rest of their payloads is read by the same code. */
export type MessagingProfile = {
  channel: 'messenger' | 'instagram'
  /** `object` of every payload of the channel. */
  object: string
  /** What kind of id its people have. */
  person: IdentityKind
  /** Fields of `changes[]` that tell something about the account: one account update each. */
  accountFields: ReadonlySet<string>
  /** Public conversations under `changes[]` (comments), by field; undefined where the value holds none. */
  publicFields: ReadonlyMap<string, PublicField>
}

export type PublicField = (value: Json, path: string, scope: MessagingScope) => ParsedUpdate | undefined

import { asId, asObject, type Json } from '../../core/access.ts'
import type { MessagingProfile } from './profile.ts'

/** What every item of one entry shares. */
export type MessagingScope = {
  profile: MessagingProfile
  /** The page or the Instagram professional account, '' where the entry names none. */
  account: string
  entryTime?: unknown
  /** Another app owns the thread: the items are copies to read along. */
  standby: boolean
}

/** The account of an entry; of one that is itself an item (call_permission_reply) its recipient. */
export function accountOf(entry: Json): string {
  return asId(entry.id) ?? asId(asObject(entry.recipient)?.id) ?? ''
}

/** The global form of a native id. */
export function globalId(scope: MessagingScope, nativeId: string): string {
  return `${scope.profile.channel}:${scope.account}:${nativeId}`
}

import {
  type ContactMergeRecord,
  contactMembers,
  contactRoot,
  identityKeysOf,
  listDirectConversations,
  unmergeConversation,
} from '@omnistream/postgres'
import { directConversationId } from '../derive-ids.ts'
import type { MoveDeps } from './move-deps.ts'
import { takeMessages } from './take-messages.ts'
import { storedKey } from './thread-keys.ts'

/**
 * Gives a contact whose merge was undone its history back: of the conversations that it was part of, the messages of
 * threads that are keyed by its identities, wherever they were written. Where the contact has been merged again, they
 * go to whom it is part of now. Idempotent.
 */
export async function moveContactBack(
  merge: Pick<ContactMergeRecord, 'tenantId' | 'accountId' | 'from' | 'into'>,
  deps: MoveDeps,
): Promise<void> {
  const { tenantId, accountId } = merge
  const owner = await contactRoot(deps.pool, { tenantId, contactId: merge.from })
  const holder = await contactRoot(deps.pool, { tenantId, contactId: merge.into })
  if (owner !== merge.from || holder === undefined || holder === owner) return
  const keys = await identityKeysOf(deps.pool, { tenantId, contactId: owner })
  const members = await contactMembers(deps.pool, { tenantId, contactId: owner })
  for (const via of await addressesOf([holder, owner], merge, deps)) {
    const source = directConversationId(accountId, holder, via)
    const target = directConversationId(accountId, owner, via)
    await unmergeConversation(deps.pool, {
      ...{ tenantId, id: target, holder: source, now: deps.now() },
      members: members
        .filter((id) => id !== owner)
        .map((member) => directConversationId(accountId, member, via)),
    })
    await takeMessages(
      { tenantId, source, target, contactId: owner, owns: (key) => keys.has(storedKey(key)) },
      deps,
    )
  }
}

/** The addresses of ours that any of these contacts has written to; undefined where the account has one alone. */
async function addressesOf(
  contactIds: readonly string[],
  { tenantId }: Pick<ContactMergeRecord, 'tenantId'>,
  { pool }: MoveDeps,
): Promise<Set<string | undefined>> {
  const found = await Promise.all(
    contactIds.map((contactId) => listDirectConversations(pool, { tenantId, contactId })),
  )
  return new Set([undefined, ...found.flat().map(({ via }) => via)])
}

import type { UuidCodec } from '@omnistream/mongo'
import { type Pool, redirectedConversations } from '@omnistream/postgres'
import type { PlacedItem } from './place-items.ts'

/**
 * Places what is said in a group that goes on under another id where the group is now; a person's conversation
 * follows the contact and needs none of this. One statement, none where no group speaks.
 */
export async function followMoves(
  placed: readonly PlacedItem[],
  { pool, uuids }: { pool: Pool; uuids: UuidCodec },
): Promise<void> {
  const spoken = placed.flatMap(({ update, placement }) => {
    const inGroup = update.kind === 'message' && update.thread.kind === 'group'
    return inGroup && placement.conversationId
      ? [{ placement, id: uuids.read(placement.conversationId) }]
      : []
  })
  const moved = await redirectedConversations(
    pool,
    spoken.map(({ id }) => id),
  )
  for (const { placement, id } of spoken) {
    const now = moved.get(id)
    if (now !== undefined) placement.conversationId = uuids.write(now)
  }
}

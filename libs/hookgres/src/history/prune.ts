import { transaction } from '@omnistream/postgres/transaction'
import type { Context } from '../hookgres-context.ts'
import { idFloor } from '../ids.ts'
import type { Query } from '../query.ts'
import type { Tables } from '../schema/tables.ts'

export type PruneInput = {
  olderThan: Date
  /** Messages that go in one transaction; 1,000 where left out. */
  batch?: number
  /** Stops after the batch under way. */
  signal?: AbortSignal
}

/** Deletes messages sent before a time, with their deliveries and attempts; never one that is still to be delivered. */
export async function prune(
  { pool, tables }: Context,
  { olderThan, batch = 1_000, signal }: PruneInput,
): Promise<{ messages: number }> {
  const end = idFloor('msg', olderThan)
  let after = ''
  let messages = 0
  while (signal?.aborted !== true) {
    const { last, deleted, isFull } = await transaction(pool, async (client) => {
      const found = await client.query<{ id: string }>(oldMessagesQuery(tables, { after, end, limit: batch }))
      const ids = found.rows.map(({ id }) => id)
      // Locked, so that no replay makes one of them pending between this look and the deletion.
      const { rows } = await client.query<{ message: string; isOpen: boolean }>(
        `select message_id as message, status in ('pending', 'delivering') as "isOpen" from ${tables.deliveries}
        where message_id = any ($1) order by id for update`,
        [ids],
      )
      const open = new Set(rows.filter(({ isOpen }) => isOpen).map(({ message }) => message))
      const gone = await client.query(`delete from ${tables.messages} where id = any ($1)`, [
        ids.filter((id) => !open.has(id)),
      ])
      return { last: ids.at(-1), deleted: gone.rowCount ?? 0, isFull: ids.length === batch }
    })
    messages += deleted
    if (last === undefined || !isFull) break
    after = last
  }
  return { messages }
}

/** By the ids, which begin with the time. Exported so that a test can look at its plan. */
export const oldMessagesQuery = (
  { messages }: Tables,
  { after, end, limit }: { after: string; end: string; limit: number },
): Query => ({
  text: `select id from ${messages} where id > $1 and id < $2 order by id limit $3 for update skip locked`,
  values: [after, end, limit],
})

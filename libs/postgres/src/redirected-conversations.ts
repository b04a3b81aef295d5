import type { Queryable } from './pool.ts'

/**
 * Where the conversations among these that were merged into others have gone, merges followed to their end; the others
 * are left out. One statement.
 */
export const redirectedConversations = async (
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await db.query<{ start: string; id: string }>({
    name: 'conversations_redirected',
    text: `with recursive chain as (
        select id as start, merged_into as id, 0 as depth from conversations
        where id = any($1::uuid[]) and merged_into is not null
        union all
        select h.start, c.merged_into, h.depth + 1 from chain h join conversations c on c.id = h.id
        where c.merged_into is not null and h.depth < 64
      )
      select distinct on (start) start, id from chain order by start, depth desc`,
    values: [[...new Set(ids)]],
  })
  return new Map(rows.map(({ start, id }) => [start, id]))
}

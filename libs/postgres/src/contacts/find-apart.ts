import type { Queryable } from '../pool.ts'

/** Whether a person once said that these two contacts are not one. */
export type Apart = (a: string, b: string) => boolean

/**
 * Which of these contacts must not be merged with each other: a merge between them, or between contacts that are part
 * of them by now, has been undone. One statement; undefined where there are none.
 */
export const findApart = async (db: Queryable, contactIds: readonly string[]): Promise<Apart | undefined> => {
  const { rows } = await db.query<{ a: string; b: string }>({
    name: 'contacts_find_apart',
    text: `with recursive members as (
        select id as root, id from unnest($1::uuid[]) c(id)
        union
        select m.root, c.id from members m join contacts c on c.merged_into = m.id
      )
      select distinct a.root as a, b.root as b
      from members a
        join contact_merges x on x.from_contact_id = a.id and x.undone_at is not null
        join members b on b.id = x.into_contact_id
      where a.root <> b.root`,
    values: [[...new Set(contactIds)]],
  })
  if (rows.length === 0) return undefined
  const pairs = new Set(rows.flatMap(({ a, b }) => [`${a} ${b}`, `${b} ${a}`]))
  return (a, b) => pairs.has(`${a} ${b}`)
}

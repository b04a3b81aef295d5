import type { z } from 'zod'
import type { ApiClient, Query } from '../api/api-client.ts'
import { step } from '../api/webhook-shapes.ts'
import type { CliContext } from '../context.ts'

const pageMax = 200

/** The first `limit` items of a list, page after page. */
export async function readPages<Item>(
  api: ApiClient,
  path: string,
  query: Query & { limit: number },
  schema: z.ZodType<{ data: Item[]; page: { next: string | null } }>,
): Promise<Item[]> {
  const found: Item[] = []
  let cursor: string | undefined
  do {
    const limit = Math.min(pageMax, query.limit - found.length)
    const { data, page } = await api.get(path, { ...query, limit, cursor }, schema)
    found.push(...data)
    cursor = found.length < query.limit ? (page.next ?? undefined) : undefined
  } while (cursor !== undefined)
  return found
}

/** Asks for one bounded step after the other until there is none, or Ctrl-C. Out: how many were taken, and whether all. */
export async function takeSteps(
  context: Pick<CliContext, 'stop'>,
  api: ApiClient,
  path: string,
  body: Readonly<Record<string, unknown>>,
): Promise<{ count: number; complete: boolean }> {
  let count = 0
  let cursor: string | null = null
  do {
    const taken: { count: number; next: string | null } = await api.post(
      path,
      cursor === null ? body : { ...body, cursor },
      step,
    )
    count += taken.count
    cursor = taken.next
  } while (cursor !== null && !context.stop.aborted)
  return { count, complete: cursor === null }
}

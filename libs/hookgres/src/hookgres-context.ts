import type { Logger } from '@omnistream/common'
import type { Guard } from '@omnistream/delivery'
import type { Pool } from '@omnistream/postgres/pool'
import type { createSortableIds } from './ids.ts'
import type { Tables } from './schema/tables.ts'

/** What every part of one hookgres works on. */
export type Context = {
  pool: Pool
  tables: Tables
  guard: Guard
  payloadBytesMax: number
  nextId: ReturnType<typeof createSortableIds>
  logger: Pick<Logger, 'warn'>
}

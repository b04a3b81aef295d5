import { silentLogger } from '@omnistream/common'
import { createPool } from '@omnistream/postgres/pool'
import type { QueueDeps } from '../compose-queue.ts'
import type { StoreAddress } from '../contract/harness.ts'
import { createPostgresQueue } from '../postgres/create-postgres-queue.ts'
import type { Queue } from '../queue.ts'
import { closingToo } from './closing-too.ts'
import { deliveriesSource } from './deliveries.ts'

/** A queue over the tables of a schema, with a pool of its own. */
export function openPostgres({ kind, url, name }: StoreAddress, deps: QueueDeps): Queue {
  const pool = createPool(url, {
    ...{ applicationName: 'omnistream-test', logger: silentLogger(), schema: name, max: 4 },
  })
  const source = kind === 'rows' ? { source: deliveriesSource } : {}
  return closingToo(createPostgresQueue({ ...deps, pool, ...source }), () => pool.end())
}

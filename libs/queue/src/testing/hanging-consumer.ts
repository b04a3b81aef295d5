import { silentLogger } from '@omnistream/common'
import type { QueueDeps } from '../compose-queue.ts'
import type { StoreAddress } from '../contract/harness.ts'
import type { Queue } from '../queue.ts'

/**
 * A process of its own that takes jobs and never finishes one, to be killed: writes the id of each. Arguments: the
 * address of the store as JSON, hands, lease in ms.
 */
const [address = '', concurrency = '', leaseMs = ''] = process.argv.slice(2)

/** Loads the one driver only: the others would make the start several times as long. */
async function open(store: StoreAddress, deps: QueueDeps): Promise<Queue> {
  if (store.kind === 'bullmq') return (await import('./open-bullmq.ts')).openBullmq(store, deps)
  if (store.kind === 'mongo') return (await import('./open-mongo.ts')).openMongo(store, deps)
  return (await import('./open-postgres.ts')).openPostgres(store, deps)
}

const queue = await open(JSON.parse(address) as StoreAddress, { logger: silentLogger() })
await queue.consume(
  async ({ job }) => {
    process.stdout.write(`${job.id}\n`)
    return await new Promise(() => {})
  },
  { concurrency: Number(concurrency), leaseMs: Number(leaseMs), pollMs: 20 },
)

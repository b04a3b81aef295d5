import { createBatcher } from '@omnistream/common'
import { openNamed } from './open-named.ts'
import type { ConsumerProcessOptions } from './start-consumer-process.ts'
import { openTruth } from './truth.ts'

/**
 * A process of its own that consumes, to be killed. `hang` writes the id of each job it got and never finishes one;
 * `deliver` records each in the truth. Its argument is ConsumerProcessOptions as JSON.
 */
const options = JSON.parse(process.argv[2] ?? '{}') as ConsumerProcessOptions
const queue = openNamed(options.address)
const truth = options.truth ? openTruth(options.truth) : undefined
const records = createBatcher<string>({
  ...{ maxItems: 500, maxBytes: 500, maxPendingItems: 10_000, maxPendingBytes: 10_000, concurrency: 2 },
  flush: async (ids) => {
    await truth?.record(ids)
    return undefined
  },
})

await queue.consume(
  async ({ job }) => {
    if (options.mode === 'hang') {
      process.stdout.write(`${job.id}\n`)
      return await new Promise(() => {})
    }
    const recorded = await records.add(job.id, 1)
    return recorded.ok ? { kind: 'done' } : { kind: 'later', at: new Date() }
  },
  { concurrency: options.concurrency, leaseMs: options.leaseMs, pollMs: 50 },
)

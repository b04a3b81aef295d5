import type { NewJob } from '../job.ts'
import type { Queue } from '../queue.ts'

/** What a driver tells of itself to get the cases every driver must pass. One harness is one empty store. */
export type QueueHarness = {
  /** A queue on this store, as a further process would have it. Closed with the harness at the latest. */
  open(changes?: { random?: () => number; through?: 'proxy' }): Queue
  /** A queue with a connection of its own, which `die` cuts for good. */
  openMortal(): Promise<{ queue: Queue; die(): void }>
  /** Puts work in, wherever this driver has it. */
  add(jobs: readonly NewJob[]): Promise<void>
  /** Ids that are still there, waiting or in somebody's hands. */
  left(): Promise<string[]>
  /** Empties all the driver has; absent where the rows are the queue, whose loss no queue can mend. */
  empty?(): Promise<void>
  /** The connection of the queues that were opened through the proxy. */
  proxy: { cut(): void; mend(): void }
  /** What another process needs to open the same store. */
  address: StoreAddress
  remove(): Promise<void>
}

export type StoreAddress = { kind: 'jobs' | 'rows' | 'mongo' | 'bullmq'; url: string; name: string }

export type SetupQueue = () => Promise<QueueHarness>

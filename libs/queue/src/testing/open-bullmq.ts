import { createBullmqQueue } from '../bullmq/create-bullmq-queue.ts'
import type { QueueDeps } from '../compose-queue.ts'
import type { StoreAddress } from '../contract/harness.ts'
import type { Queue } from '../queue.ts'

/** A queue over the keys with a prefix. */
export const openBullmq = ({ url, name }: StoreAddress, deps: QueueDeps): Queue =>
  createBullmqQueue({ ...deps, url, prefix: name })

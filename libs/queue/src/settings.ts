import { oneOf, url } from '@omnistream/common'
import { queueDrivers } from './queue.ts'

/** What a service that uses a queue adds to its configuration schema. */
export const queueSettings = {
  WEBHOOK_QUEUE_DRIVER: oneOf(queueDrivers)
    .default('postgres')
    .describe('What moves outgoing webhooks to the workers: nothing is lost with it, whichever it is'),
  REDIS_URL: url(['redis', 'rediss'])
    .optional()
    .describe('Redis or Valkey with maxmemory-policy noeviction; needed where the queue driver is bullmq'),
}

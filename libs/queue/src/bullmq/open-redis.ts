import { type Logger, OmniError } from '@omnistream/common'
import { Redis } from 'ioredis'

const untilReadyMs = 5_000

export type RedisLink = {
  redis: Redis
  /** @throws {OmniError} QUEUE_DOWN (retryable) where the server does not answer within five seconds. */
  untilReady(): Promise<void>
  close(): void
}

/**
 * Redials for ever. A command fails at once where the connection is lost, instead of waiting in the client for a server
 * that may be gone for hours: whoever waits is the consumer's loop, with a bound.
 */
export function openRedis(url: string, logger: Pick<Logger, 'warn'>): RedisLink {
  const redis = new Redis(url, {
    // Zero, not a few: what is in flight when the connection breaks fails then, and is not sent a second time.
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    commandTimeout: 10_000,
    connectTimeout: 5_000,
    keepAlive: 10_000,
    retryStrategy: (times) => Math.min(2_000, 50 * 2 ** Math.min(times, 6)),
  })
  let up = false
  redis.on('ready', () => {
    up = true
    warnOfEviction(redis, logger).catch(() => {})
  })
  redis.on('close', () => {
    if (up) logger.warn({}, 'queue.redis_down')
    up = false
  })
  // Each failed redial is one of these; the loss itself has been told.
  redis.on('error', () => {})
  return {
    redis,
    async untilReady() {
      if (redis.status === 'ready') return
      if (redis.status === 'end') throw down()
      const signal = AbortSignal.timeout(untilReadyMs)
      const { promise, resolve } = Promise.withResolvers<void>()
      redis.once('ready', resolve)
      signal.addEventListener('abort', () => resolve(), { once: true })
      await promise
      redis.off('ready', resolve)
      if ((redis.status as string) !== 'ready') throw down()
    },
    close: () => redis.disconnect(),
  }
}

const down = (): OmniError =>
  new OmniError('QUEUE_DOWN', 'Redis or Valkey cannot be reached', { retryable: true })

/** A server that evicts keys when its memory is full takes jobs with it: the dispatcher has to feed them again. */
async function warnOfEviction(redis: Redis, logger: Pick<Logger, 'warn'>): Promise<void> {
  const policy = /maxmemory_policy:(\S+)/.exec(await redis.info('memory'))?.[1]
  if (policy !== undefined && policy !== 'noeviction') logger.warn({ policy }, 'queue.redis_evicts_keys')
}

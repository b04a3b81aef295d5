import { backoffMs, errorCode, sleep } from '@omnistream/common'
import type { PoolClient } from 'pg'
import type { Pool } from './pool.ts'

const retriesMax = 5
const pause = { baseMs: 10, maxMs: 500 }

/** serialization_failure and deadlock_detected (PostgreSQL appendix A): nothing was done, and the same again may work. */
const isLostRace = (error: unknown): boolean => ['40001', '40P01'].includes(errorCode(error) ?? '')

/**
 * Runs `work` in one READ COMMITTED transaction: all of it or nothing. A lost race (deadlock, serialization) is tried
 * again, so `work` must have no other effects than its queries.
 */
export const transaction = async <Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> => {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await once(pool, work)
    } catch (error) {
      if (attempt >= retriesMax || !isLostRace(error)) throw error
      await sleep(backoffMs(attempt, pause))
    }
  }
}

const once = async <Result>(pool: Pool, work: (client: PoolClient) => Promise<Result>): Promise<Result> => {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    try {
      await client.query('rollback')
    } catch (rollbackError) {
      // The connection is gone; the server rolls back by itself, and the pool must not hand it out again.
      broken = rollbackError instanceof Error ? rollbackError : new Error('rollback failed')
    }
    throw error
  } finally {
    client.release(broken)
  }
}

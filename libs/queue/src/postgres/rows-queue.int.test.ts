import { silentLogger, waitFor } from '@omnistream/common'
import { createPool } from '@omnistream/postgres/pool'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { QueueHarness } from '../contract/harness.ts'
import { calm } from '../contract/tools.ts'
import type { Verdict } from '../job.ts'
import { createRowsHarness } from '../testing/postgres-harness.ts'

type Row = { id: string; status: string; attempts: number; locked: boolean; error: string | null }

let own: QueueHarness
let pool: ReturnType<typeof createPool>
beforeEach(async () => {
  own = await createRowsHarness()
  pool = createPool(own.address.url, {
    ...{ applicationName: 'omnistream-test', logger: silentLogger(), schema: own.address.name, max: 2 },
  })
})
afterEach(async () => {
  await pool.end()
  await own.remove()
})

const rowsNow = async (): Promise<Row[]> => {
  const { rows } = await pool.query<Row>(
    `select id, status, attempt_count as attempts, lock_token is not null as locked, last_error as error
    from deliveries order by id`,
  )
  return rows
}

it('each verdict leaves its row as the lifecycle says', async () => {
  const verdicts: Record<string, Verdict> = {
    done: { kind: 'done' },
    drop: { kind: 'drop', reason: 'HTTP 410' },
    later: { kind: 'later', at: new Date(Date.now() + 60_000) },
    retry: { kind: 'retry', afterMs: 60_000, reason: 'HTTP 500' },
  }
  await own.add(Object.keys(verdicts).map((id) => ({ id, group: 'ep_1' })))
  const queue = own.open()
  const running = queue.consume(async ({ job }) => verdicts[job.id] ?? { kind: 'done' }, calm)
  const settled = { done: 'succeeded', drop: 'failed', later: 'pending', retry: 'pending' }
  const isSettled = ({ id, status, locked, error }: Row): boolean =>
    !locked && status === settled[id as keyof typeof settled] && (id !== 'retry' || error !== null)
  await waitFor(async () => (await rowsNow()).every(isSettled), {
    ...{ deadlineMs: 10_000, describe: 'four verdicts' },
  })
  await queue.close()
  await running
  expect(await rowsNow()).toEqual([
    { id: 'done', status: 'succeeded', attempts: 1, locked: false, error: null },
    { id: 'drop', status: 'failed', attempts: 1, locked: false, error: 'HTTP 410' },
    { id: 'later', status: 'pending', attempts: 0, locked: false, error: null },
    { id: 'retry', status: 'pending', attempts: 1, locked: false, error: 'HTTP 500' },
  ])
})

it('a handler can end its claim in a transaction of its own, by the lease', async () => {
  await own.add([{ id: 'a', group: 'ep_1' }])
  const queue = own.open()
  let changed: number | null = null
  const running = queue.consume(async ({ job, lease }) => {
    const { rowCount } = await pool.query(
      `update deliveries set status = 'failed', lock_token = null, locked_until = null, last_error = 'mine'
      where id = $1 and lock_token = $2`,
      [job.id, lease],
    )
    changed = rowCount
    return { kind: 'settled' }
  }, calm)
  await waitFor(() => changed !== null, { deadlineMs: 10_000, describe: 'the handler' })
  await queue.close()
  await running
  expect(changed).toBe(1)
  expect(await rowsNow()).toEqual([{ id: 'a', status: 'failed', attempts: 1, locked: false, error: 'mine' }])
})

it('a row that its owner has changed meanwhile is left as it is', async () => {
  await own.add([{ id: 'a', group: 'ep_1' }])
  const queue = own.open()
  const running = queue.consume(async ({ job }) => {
    await pool.query("update deliveries set status = 'failed', lock_token = null where id = $1", [job.id])
    return { kind: 'done' }
  }, calm)
  await waitFor(async () => (await rowsNow())[0]?.status === 'failed', {
    ...{ deadlineMs: 10_000, describe: 'the owner' },
  })
  await queue.close()
  await running
  expect((await rowsNow())[0]?.status).toBe('failed')
})

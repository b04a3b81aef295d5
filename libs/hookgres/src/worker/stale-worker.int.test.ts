import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { waitFor } from '@omnistream/common'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestHookgres, type TestHookgres, tenantId } from '../testing/test-hookgres.ts'
import { loadQuery } from './claim-tasks.ts'
import { type Recorded, recordQuery } from './record-query.ts'
import { resultOf } from './result.ts'
import type { Task } from './task.ts'

let own: TestHookgres
beforeEach(async () => {
  own = await createTestHookgres()
})
afterEach(() => own.remove())

const script = fileURLToPath(new URL('../testing/stoppable-worker.ts', import.meta.url))

it('a worker that was stopped and revived cannot overwrite the newer result, and its request is seen', async () => {
  const leaseMs = 3_000
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const receiver = await own.receiver(async () => {
    if (receiver.received.length > 1) return 200
    await answered
    return 500
  })
  await own.endpoint(receiver.url)
  await own.hookgres.send({ tenantId, eventType: 'a', payload: 1 })
  const child = spawn(process.execPath, [script, own.url, own.schema, String(leaseMs)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(child, 'exit')
  try {
    await waitFor(() => receiver.received.length === 1, { deadlineMs: 40_000, describe: 'the first request' })
    child.kill('SIGSTOP')
    own.work()
    await own.settled(20_000)
    const succeeded = await own.hookgres.deliveries.list({ tenantId, status: 'succeeded' })
    expect(succeeded).toMatchObject({ items: [{ attemptCount: 2, lastError: null }] })
    const deliveryId = succeeded.ok ? (succeeded.items[0]?.id ?? '') : ''
    answer()
    child.kill('SIGCONT')
    const attempts = await waitFor(
      async () => {
        const page = await own.hookgres.attempts.list({ tenantId, deliveryId })
        return page.ok && page.items.length === 2 && page.items
      },
      { deadlineMs: 20_000, describe: 'what the revived worker writes' },
    )
    expect(await own.hookgres.deliveries.list({ tenantId })).toEqual(succeeded)
    expect(attempts.map(({ attemptNumber }) => attemptNumber).toSorted()).toEqual([1, 2])
    expect(attempts.find(({ attemptNumber }) => attemptNumber === 1)?.error).toBeTruthy()
    expect((await own.hookgres.endpoints.list({ tenantId })).ok).toBe(true)
  } finally {
    child.kill('SIGKILL')
    await exited
  }
})

it('a result of an older claim changes nothing while a newer one is under way, written twice or not', async () => {
  const { id: endpointId } = await own.endpoint('https://hooks.example.com')
  await own.hookgres.send({ tenantId, eventType: 'a', payload: 1 })
  const claim = async (): Promise<Task> => {
    const { rows } = await own.pool.query<{ id: string; lease: string }>(
      `update ${own.tables.deliveries} set status = 'delivering', attempt_count = attempt_count + 1,
        lock_token = gen_random_uuid(), locked_until = now() + interval '1 min' returning id, lock_token as lease`,
    )
    const loaded = await own.pool.query<Task>(loadQuery(own.tables, rows))
    if (loaded.rows[0] === undefined) throw new Error('nothing was claimed')
    return loaded.rows[0]
  }
  const judging = { policy: { attempts: 1, baseMs: 1, factor: 1, capMs: 1 }, random: Math.random }
  const write = async (task: Task, outcome: Parameters<typeof resultOf>[1]) => {
    const query = recordQuery(own.tables, [resultOf(task, outcome, judging)], null)
    // As after an answer that was lost on its way.
    const both = [await own.pool.query<Recorded>(query), await own.pool.query<Recorded>(query)]
    return both.map(({ rows }) => rows[0]?.moved.length)
  }
  const stale = await claim()
  const newer = await claim()
  const gone = { kind: 'permanent', code: 'gone', gone: true, error: 'HTTP 410', durationMs: 1 } as const
  expect(await write(stale, gone)).toEqual([0, 0])
  const now = await own.hookgres.deliveries.list({ tenantId })
  expect(now.ok && now.items[0]).toMatchObject({ status: 'delivering', attemptCount: 2, lastError: null })
  expect(await own.hookgres.endpoints.get({ tenantId, id: endpointId })).toMatchObject({ disabled: false })
  expect(await write(newer, { kind: 'delivered', status: 200, responseBody: '', durationMs: 1 })).toEqual([
    1, 0,
  ])
  const ended = await own.hookgres.deliveries.list({ tenantId })
  expect(ended.ok && ended.items[0]).toMatchObject({ status: 'succeeded', lastError: null })
  const attempts = await own.hookgres.attempts.list({ tenantId, deliveryId: stale.id })
  expect(attempts.ok && attempts.items.map(({ attemptNumber }) => attemptNumber).toSorted()).toEqual([1, 2])
})

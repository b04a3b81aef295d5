import { describe, expect, it } from 'vitest'
import { silentLogger } from './logger.ts'
import { createSupervisor, type Worker } from './supervisor.ts'
import { waitFor } from './wait-for.ts'

const supervise = (workers: Worker[], graceMs = 1_000) =>
  createSupervisor({ logger: silentLogger(), workers, graceMs, restart: { baseMs: 1, maxMs: 2 } })

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

describe('createSupervisor', () => {
  it('starts in order and stops in reverse, after each worker has been told to end', async () => {
    const log: string[] = []
    const worker = (name: string): Worker => ({
      name,
      start: async () => void log.push(`start ${name}`),
      run: async (signal) => {
        await untilAborted(signal)
        log.push(`end ${name}`)
      },
      stop: async () => void log.push(`stop ${name}`),
    })
    const supervisor = supervise([worker('a'), worker('b')])
    await supervisor.start()
    expect(await supervisor.stop()).toEqual([])
    expect(log.slice(0, 2)).toEqual(['start a', 'start b'])
    expect(log.slice(2, 4).toSorted()).toEqual(['end b', 'stop b'])
    expect(log.slice(4).toSorted()).toEqual(['end a', 'stop a'])
  })

  it('stops what had started when a later worker fails to start', async () => {
    const log: string[] = []
    const supervisor = supervise([
      { name: 'a', stop: async () => void log.push('stop a') },
      {
        name: 'b',
        start: async () => {
          throw new Error('no port')
        },
      },
      { name: 'c', start: async () => void log.push('start c') },
    ])
    await expect(supervisor.start()).rejects.toThrow('no port')
    expect(log).toEqual(['stop a'])
  })

  it('restarts a worker that fails, and leaves the others alone', async () => {
    let runs = 0
    let steadyRuns = 0
    const supervisor = supervise([
      {
        name: 'flaky',
        run: async (signal) => {
          runs += 1
          if (runs < 4) throw new Error('broken')
          await untilAborted(signal)
        },
      },
      {
        name: 'steady',
        run: async (signal) => {
          steadyRuns += 1
          await untilAborted(signal)
        },
      },
    ])
    await supervisor.start()
    await waitFor(() => runs === 4, { deadlineMs: 2_000, intervalMs: 1, describe: 'the fourth run' })
    expect(await supervisor.health()).toEqual([
      { name: 'flaky', state: 'running', restarts: 3 },
      { name: 'steady', state: 'running', restarts: 0 },
    ])
    expect(steadyRuns).toBe(1)
    await supervisor.stop()
  })

  it('takes a run that ends by itself as a failure: a consumer that went silent must come back', async () => {
    let runs = 0
    const supervisor = supervise([{ name: 'quiet', run: async () => void runs++ }])
    await supervisor.start()
    await waitFor(() => runs > 2, { deadlineMs: 2_000, intervalMs: 1, describe: 'another run' })
    await supervisor.stop()
  })

  it('shows a failed worker as failed while it waits', async () => {
    const supervisor = createSupervisor({
      ...{ logger: silentLogger(), restart: { baseMs: 60_000, maxMs: 60_000 }, random: () => 0.9 },
      workers: [
        {
          name: 'down',
          run: async () => {
            throw new Error('bus is away')
          },
        },
      ],
    })
    await supervisor.start()
    const failed = async () => (await supervisor.health())[0]?.state === 'failed'
    await waitFor(failed, { deadlineMs: 1_000, intervalMs: 1, describe: 'the failure' })
    expect(await supervisor.health()).toEqual([
      { name: 'down', state: 'failed', restarts: 1, error: 'bus is away' },
    ])
    await supervisor.stop()
    expect(await supervisor.health()).toMatchObject([{ state: 'stopped' }])
  })

  it('shows a running worker as failed while its own check throws', async () => {
    const supervisor = supervise([
      {
        name: 'lagging',
        run: untilAborted,
        health: () => {
          throw new Error('lag')
        },
      },
    ])
    await supervisor.start()
    expect(await supervisor.health()).toMatchObject([{ state: 'failed', error: 'lag' }])
    await supervisor.stop()
  })

  it('does not wait longer than the grace for a worker that hangs, and names it', async () => {
    const supervisor = supervise(
      [
        { name: 'stuck', run: () => new Promise<void>(() => {}) },
        { name: 'fine', run: untilAborted },
      ],
      30,
    )
    await supervisor.start()
    expect(await supervisor.stop()).toEqual(['stuck'])
  })
})

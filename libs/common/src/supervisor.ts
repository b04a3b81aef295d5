import { type BackoffPolicy, backoffMs } from './backoff.ts'
import { OmniError } from './errors.ts'
import type { Logger } from './logger.ts'
import { sleep } from './sleep.ts'

/** A part of a service with a life of its own. All three functions are optional. */
export type Worker = {
  name: string
  /** Awaited before the next worker starts; throwing fails the start of the whole service. */
  start?(signal: AbortSignal): Promise<void>
  /** Runs until the signal aborts. One that throws, or ends by itself, is started again after a pause. */
  run?(signal: AbortSignal): Promise<void>
  /** Called in the reverse order of the start, after the signal has aborted. */
  stop?(graceMs: number): Promise<void>
  /** Throws while the worker cannot do its work. */
  health?(): Promise<void> | void
}

export type WorkerState = 'idle' | 'running' | 'failed' | 'stopped'

export type WorkerHealth = { name: string; state: WorkerState; restarts: number; error?: string }

export type Supervisor = {
  /** Starts all workers in order; when one throws, stops those already started and rethrows. */
  start(): Promise<void>
  /** Stops in reverse order, each worker within `graceMs`. Out: the names of those that did not make it. */
  stop(graceMs?: number): Promise<string[]>
  health(): Promise<WorkerHealth[]>
}

export type SupervisorOptions = {
  logger: Logger
  workers: readonly Worker[]
  graceMs?: number
  restart?: BackoffPolicy
  random?: () => number
}

type Slot = {
  worker: Worker
  abort: AbortController
  running: Promise<void>
  state: WorkerState
  restarts: number
  error: unknown
}

const defaultGraceMs = 10_000
const defaultRestart: BackoffPolicy = { baseMs: 500, maxMs: 30_000 }
/** A worker that held out this long begins its backoff anew. */
const settledMs = 60_000

/** Keeps workers alive without letting one take the others down. */
export const createSupervisor = (options: SupervisorOptions): Supervisor => {
  const { logger } = options
  const slots: Slot[] = options.workers.map((worker) => ({
    ...{ worker, abort: new AbortController(), running: Promise.resolve() },
    ...{ state: 'idle' as const, restarts: 0, error: undefined },
  }))

  const keepRunning = async (slot: Slot, run: (signal: AbortSignal) => Promise<void>): Promise<void> => {
    const { signal } = slot.abort
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      const begin = performance.now()
      try {
        slot.state = 'running'
        await run(signal)
        if (signal.aborted) return
        throw new OmniError('WORKER_ENDED', `worker ${slot.worker.name} ended although nobody stopped it`)
      } catch (error) {
        if (signal.aborted) return
        if (performance.now() - begin > settledMs) attempt = 0
        slot.state = 'failed'
        slot.error = error
        slot.restarts += 1
        const pauseMs = backoffMs(attempt, options.restart ?? defaultRestart, options.random)
        logger.error(
          { worker: slot.worker.name, restarts: slot.restarts, pause_ms: pauseMs, err: error },
          'worker.failed',
        )
        await sleep(pauseMs, signal)
      }
    }
  }

  const stop = async (graceMs = options.graceMs ?? defaultGraceMs): Promise<string[]> => {
    const late: string[] = []
    for (const slot of slots.toReversed()) {
      if (slot.state === 'idle' || slot.state === 'stopped') continue
      if (!(await stopSlot(slot, graceMs, logger))) late.push(slot.worker.name)
    }
    return late
  }

  const start = async (): Promise<void> => {
    for (const slot of slots) {
      slot.state = 'running'
      try {
        await slot.worker.start?.(slot.abort.signal)
      } catch (error) {
        await stop()
        throw error
      }
      const run = slot.worker.run?.bind(slot.worker)
      if (run !== undefined) slot.running = keepRunning(slot, run)
    }
  }

  return { start, stop, health: () => Promise.all(slots.map(healthOf)) }
}

const healthOf = async (slot: Slot): Promise<WorkerHealth> => {
  const base = { name: slot.worker.name, restarts: slot.restarts }
  if (slot.state !== 'running') {
    return {
      ...base,
      state: slot.state,
      ...(slot.state === 'failed' ? { error: messageOf(slot.error) } : {}),
    }
  }
  try {
    await slot.worker.health?.()
    return { ...base, state: 'running' }
  } catch (error) {
    return { ...base, state: 'failed', error: messageOf(error) }
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Out: whether the worker ended within its time and without an error. */
const stopSlot = async (slot: Slot, graceMs: number, logger: Logger): Promise<boolean> => {
  const { name } = slot.worker
  slot.abort.abort()
  const deadline = new AbortController()
  const ended = (async () => {
    try {
      await slot.worker.stop?.(graceMs)
      await slot.running
      return true
    } catch (error) {
      logger.error({ worker: name, err: error }, 'worker.stop_failed')
      return false
    }
  })()
  const late = (async () => {
    await sleep(graceMs, deadline.signal)
    return undefined
  })()
  const outcome = await Promise.race([ended, late])
  deadline.abort()
  if (outcome === undefined) logger.error({ worker: name, grace_ms: graceMs }, 'worker.stop_timed_out')
  slot.state = 'stopped'
  return outcome === true
}

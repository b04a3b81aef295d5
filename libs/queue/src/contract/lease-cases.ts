import { sleep, untilAborted } from '@omnistream/common'
import { expect } from 'vitest'
import type { SetupQueue } from './harness.ts'
import { calm, emptied, noting, until } from './tools.ts'
import { withHarness } from './with-harness.ts'

const leaseMs = 1_000
const short = { ...calm, leaseMs }

export function leaseCases(setup: SetupQueue): void {
  const test = withHarness(setup)

  test('a slow handler loses its job to another, is told first, and its late verdict changes nothing', async (own) => {
    await own.add([{ id: 'a', group: 'g' }])
    const slow = own.open()
    let tries = 0
    let toldAt = 0
    const late = Promise.withResolvers<void>()
    const first = slow.consume(
      async ({ signal }) => {
        tries += 1
        await untilAborted(signal)
        toldAt = performance.now()
        await late.promise
        return { kind: 'done' }
      },
      // With one hand it cannot take the job itself a second time.
      { ...short, concurrency: 1 },
    )
    await until(() => toldAt > 0, 'the slow handler to be told')
    const other = own.open()
    const seen: { attempt: number; at: number }[] = []
    const hold = Promise.withResolvers<void>()
    const second = other.consume(async ({ job }) => {
      seen.push({ attempt: job.attempt, at: performance.now() })
      await hold.promise
      return { kind: 'done' }
    }, calm)
    await until(() => seen.length > 0, 'the other consumer')
    late.resolve()
    await slow.close()
    expect(await own.left()).toEqual(['a'])
    hold.resolve()
    await emptied(own)
    await other.close()
    await Promise.all([first, second])
    expect(seen).toEqual([{ attempt: 2, at: expect.any(Number) }])
    expect(seen[0]?.at).toBeGreaterThanOrEqual(toldAt)
    expect(tries).toBe(1)
  })

  test('a slow handler that beats keeps its job', async (own) => {
    await own.add([{ id: 'a', group: 'g' }])
    const [slow, other] = [own.open(), own.open()]
    const beats: boolean[] = []
    let aborted = true
    let begun = false
    const first = slow.consume(async ({ signal, heartbeat }) => {
      begun = true
      for (let beat = 0; beat < 12; beat += 1) {
        await sleep(leaseMs / 5)
        beats.push(await heartbeat())
      }
      aborted = signal.aborted
      return { kind: 'done' }
    }, short)
    await until(() => begun, 'the slow handler')
    const { seen, handler } = noting()
    const second = other.consume(handler, calm)
    await emptied(own)
    await Promise.all([slow.close(), other.close()])
    await Promise.all([first, second])
    expect(beats).toEqual(Array.from({ length: 12 }, () => true))
    expect(seen).toEqual([])
    expect(aborted).toBe(false)
  })

  test('a heartbeat says when the job is somebody else’s', async (own) => {
    await own.add([{ id: 'a', group: 'g' }])
    const [slow, other] = [own.open(), own.open()]
    const taken = Promise.withResolvers<void>()
    let kept: boolean | undefined
    let begun = false
    const first = slow.consume(
      async ({ heartbeat }) => {
        begun = true
        await taken.promise
        kept = await heartbeat()
        return { kind: 'drop' }
      },
      { ...short, concurrency: 1 },
    )
    await until(() => begun, 'the slow handler')
    const hold = Promise.withResolvers<void>()
    const second = other.consume(async () => {
      taken.resolve()
      await hold.promise
      return { kind: 'done' }
    }, calm)
    await until(() => kept !== undefined, 'the heartbeat')
    await slow.close()
    expect(kept).toBe(false)
    expect(await own.left()).toEqual(['a'])
    hold.resolve()
    await emptied(own)
    await other.close()
    await Promise.all([first, second])
  })
}

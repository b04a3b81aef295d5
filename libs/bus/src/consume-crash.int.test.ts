import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { waitFor } from '@omnistream/common'
import { afterEach, describe, expect, it } from 'vitest'
import { leftIn, numbered, publishNames, startConsumer } from './testing/start-consumer.ts'
import { createTestBus, type TestBus } from './testing/test-bus.ts'

let own: TestBus
afterEach(() => own.remove())

const script = fileURLToPath(new URL('./testing/hanging-consumer.ts', import.meta.url))
const ackWaitMs = 1_500

/** Starts a consuming process, waits for its first batch and kills it with SIGKILL. */
async function crash(): Promise<unknown> {
  const args = [script, own.url, own.names.webhooks, own.on.allWebhooks, String(ackWaitMs)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(createInterface(child.stdout), 'line')
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
  return JSON.parse(String(line))
}

describe('a killed process', () => {
  it('gives back what it held within the ack wait, together and counted as another attempt', async () => {
    own = await createTestBus()
    await publishNames(own, numbered(8))
    expect(await crash()).toEqual(['m0', 'm1', 'm2'].map((name) => ({ name, attempt: 1 })))
    const killedAt = performance.now()
    const batches: { name: string; attempt: number }[][] = []
    const consumer = startConsumer(
      own,
      async (deliveries) => {
        batches.push(deliveries.map(({ envelope, attempt }) => ({ name: envelope.channel, attempt })))
        return deliveries.map(() => ({ kind: 'ack' }))
      },
      { ackWaitMs },
    )
    await waitFor(async () => (await leftIn(own)) === 0, { deadlineMs: 10_000, describe: 'an empty queue' })
    expect(performance.now() - killedAt).toBeLessThan(2 * ackWaitMs + 1_500)
    await consumer.stop()
    const returned = batches.filter((batch) => batch.some(({ attempt }) => attempt > 1))
    expect(returned.flat().map(({ name }) => name)).toEqual(expect.arrayContaining(['m0', 'm1', 'm2']))
    expect(
      batches
        .flat()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(numbered(8))
  })

  it('after process: attempts go on counting, so that what kills its worker can be told from the rest', async () => {
    own = await createTestBus()
    await publishNames(own, ['killer'])
    for (const attempt of [1, 2, 3]) expect(await crash()).toEqual([{ name: 'killer', attempt }])
  })

  it('from the third delivery on hands each over alone and one at a time, so that it is known which one kills', async () => {
    own = await createTestBus()
    await publishNames(own, numbered(4))
    for (const _ of [1, 2]) await crash()
    const batches: number[] = []
    let underWay = 0
    let most = 0
    const consumer = startConsumer(
      own,
      async (deliveries) => {
        batches.push(deliveries.length)
        expect(deliveries.every(({ suspect, attempt }) => suspect === attempt >= 3)).toBe(true)
        const suspects = deliveries.filter(({ suspect }) => suspect).length
        underWay += suspects
        most = Math.max(most, underWay)
        await new Promise(setImmediate)
        underWay -= suspects
        return deliveries.map(() => ({ kind: 'ack' }))
      },
      { ackWaitMs },
    )
    await waitFor(async () => (await leftIn(own)) === 0, { deadlineMs: 15_000, describe: 'an empty queue' })
    await consumer.stop()
    expect(most).toBe(1)
    expect(batches.filter((size) => size === 1).length).toBeGreaterThanOrEqual(3)
  })
})

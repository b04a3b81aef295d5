import { type BusConnection, decodeEnvelope, subjects } from '@omnistream/bus'
import { OmniError } from '@omnistream/common'
import { standardUuids } from '@omnistream/mongo'
import { describe, expect, it } from 'vitest'
import { type PublishableRow, publishableRow } from './publishable-row.ts'
import { createPublisher, type Publisher } from './publisher.ts'

const row = (n: number): PublishableRow =>
  publishableRow(
    {
      _id: standardUuids.write(`00000000-0000-4000-8000-${String(n).padStart(12, '0')}`),
      channel: 'whatsapp',
    },
    standardUuids,
  )

/** A bus whose server a test switches on and off. */
function fakeBus(): { bus: BusConnection; sent: string[]; up: boolean } {
  const state = { sent: [] as string[], up: true, bus: {} as BusConnection }
  const client = {
    publish: async (_subject: string, data: Uint8Array) => {
      if (!state.up) throw new OmniError('BUS_DOWN', 'down')
      const envelope = decodeEnvelope(data)
      state.sent.push(...(envelope.kind === 'webhook' ? envelope.ids : []))
      return { seq: state.sent.length, duplicate: false }
    },
  }
  state.bus = { isUp: () => state.up, jetstream: () => client } as unknown as BusConnection
  return state
}

function publisherOf(bus: BusConnection, waitingMax = 100): { publisher: Publisher; outcomes: string[] } {
  const outcomes: string[] = []
  const logger = { info: () => {}, warn: () => {} }
  const publisher = createPublisher({
    ...{ bus, subjects: subjects(), logger, now: () => 1_000, waitingMax, batchMax: 2 },
    onOutcome: (outcome, count) => outcomes.push(`${outcome} ${count}`),
  })
  return { publisher, outcomes }
}

describe('createPublisher', () => {
  it('publishes each row once, in order', async () => {
    const fake = fakeBus()
    const { publisher } = publisherOf(fake.bus)
    publisher.add([row(1), row(2), row(3)])
    publisher.add([row(4)])
    await publisher.idle()
    expect(fake.sent.map((id) => Number(id.slice(-2)))).toEqual([1, 2, 3, 4])
    expect(publisher.takePublished(1_000)).toHaveLength(4)
    expect(publisher.takePublished(1_000)).toHaveLength(0)
  })

  it('goes on publishing after rows came while the bus was down', async () => {
    const fake = fakeBus()
    const { publisher, outcomes } = publisherOf(fake.bus)
    fake.up = false
    publisher.add([row(1)])
    await publisher.idle()
    expect(outcomes).toEqual(['left 1'])
    fake.up = true
    publisher.add([row(2)])
    await publisher.idle()
    expect(fake.sent).toHaveLength(1)
  })

  it('leaves to the sweeper what there is no room for', async () => {
    const fake = fakeBus()
    const { publisher, outcomes } = publisherOf(fake.bus, 2)
    publisher.add([row(1), row(2), row(3)])
    await publisher.idle()
    expect(fake.sent).toHaveLength(2)
    expect(outcomes).toContain('left 1')
  })
})

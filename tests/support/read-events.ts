import { connectBus, decodeEnvelope, type EventEnvelope, streamNames } from '@omnistream/bus'
import { silentLogger } from '@omnistream/common'
import type { Tenancy } from './tenancy.ts'

/** Every event of the tenancy's stream, oldest first. */
export async function readEvents(tenancy: Tenancy): Promise<EventEnvelope[]> {
  const bus = connectBus({ servers: tenancy.env.NATS_URL ?? '', name: 'test', logger: silentLogger() })
  try {
    await bus.untilUp(AbortSignal.timeout(5_000))
    const { events } = streamNames(tenancy.prefix)
    const manager = await bus.manager()
    const { state } = await manager.streams.info(events)
    const found: EventEnvelope[] = []
    for (let seq = state.first_seq; seq <= state.last_seq; seq++) {
      const envelope = decodeEnvelope((await manager.streams.getMessage(events, { seq })).data)
      if (envelope.kind === 'event') found.push(envelope)
    }
    return found
  } finally {
    await bus.close()
  }
}

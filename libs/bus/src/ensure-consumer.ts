import { OmniError } from '@omnistream/common'
import { AckPolicy, type ConsumerConfig, DeliverPolicy, type JetStreamManager, nanos } from 'nats'
import { apiCode } from './api-code.ts'

export type ConsumerOptions = {
  stream: string
  durable: string
  filter: string
  /** A delivery that is neither acknowledged nor heartbeaten for this long goes to another worker, ms. */
  ackWaitMs: number
  maxDeliver: number
  maxAckPending: number
}

const consumerNotFound = 10_014
const consumerExists = 10_148

/**
 * Creates the durable consumer or brings it to these settings (lessons #60).
 * @throws {OmniError} CONSUMER_REFUSED where the server takes these settings neither anew nor as a change.
 */
export async function ensureConsumer(manager: JetStreamManager, options: ConsumerOptions): Promise<void> {
  const config: Partial<ConsumerConfig> = {
    durable_name: options.durable,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    filter_subject: options.filter,
    ack_wait: nanos(options.ackWaitMs),
    max_deliver: options.maxDeliver,
    max_ack_pending: options.maxAckPending,
  }
  const existing = await findConsumer(manager, options)
  if (existing && isSame(config, existing)) return
  try {
    if (existing) await manager.consumers.update(options.stream, options.durable, config)
    else await manager.consumers.add(options.stream, config)
  } catch (error) {
    // Another process made it, with other settings, between the look and the call.
    if (apiCode(error) === consumerExists) return await ensureConsumer(manager, options)
    if (apiCode(error) === undefined) throw error
    throw new OmniError(
      'CONSUMER_REFUSED',
      `NATS refuses the settings of the consumer ${options.durable} of ${options.stream}: ${String(error)}`,
      { cause: error },
    )
  }
}

async function findConsumer(
  manager: JetStreamManager,
  { stream, durable }: ConsumerOptions,
): Promise<ConsumerConfig | undefined> {
  try {
    return (await manager.consumers.info(stream, durable)).config
  } catch (error) {
    if (apiCode(error) === consumerNotFound) return undefined
    throw error
  }
}

function isSame(wanted: Partial<ConsumerConfig>, found: ConsumerConfig): boolean {
  const has: Record<string, unknown> = { ...found }
  return Object.entries(wanted).every(([field, value]) => has[field] === value)
}

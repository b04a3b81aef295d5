import { OmniError } from '@omnistream/common'
import { AckPolicy, type ConsumerConfig, DeliverPolicy, type JetStreamManager, NatsError, nanos } from 'nats'

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

/**
 * Creates the durable consumer or brings it to these settings (lessons #60).
 * @throws {OmniError} CONSUMER_REFUSED where the server will not change an existing one.
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
  try {
    const existing = await manager.consumers.info(options.stream, options.durable)
    if (isSame(config, existing.config)) return
  } catch (error) {
    if (!(error instanceof NatsError) || error.api_error?.err_code !== consumerNotFound) throw error
  }
  try {
    // The server takes `add` of an existing durable as a change of its settings.
    await manager.consumers.add(options.stream, config)
  } catch (error) {
    throw new OmniError(
      'CONSUMER_REFUSED',
      `the consumer ${options.durable} of ${options.stream} exists with settings that NATS refuses to change`,
      { cause: error },
    )
  }
}

function isSame(wanted: Partial<ConsumerConfig>, found: ConsumerConfig): boolean {
  const has: Record<string, unknown> = { ...found }
  return Object.entries(wanted).every(([field, value]) => has[field] === value)
}

import { OmniError } from '@omnistream/common'
import { ConsumerEvents, type ConsumerMessages } from 'nats'

const lossEvents: ReadonlySet<unknown> = new Set([
  ConsumerEvents.ConsumerDeleted,
  ConsumerEvents.ConsumerNotFound,
  ConsumerEvents.StreamNotFound,
])

/**
 * Ends a pull that can never get anything again: by itself the library would pull for ever from a consumer that
 * is gone, and wait for ever on a closed connection (lessons #33: workers dead until somebody restarts them).
 * Resolves when the pull has ended.
 */
export async function endWhenLost(
  messages: ConsumerMessages,
  closed: Promise<void>,
  { stream, durable }: { stream: string; durable: string },
): Promise<void> {
  const onClosed = (): void => {
    messages.stop(new OmniError('BUS_CLOSED', 'the NATS connection was closed', { retryable: true }))
  }
  closed.then(onClosed, onClosed)
  for await (const { type } of await messages.status()) {
    if (!lossEvents.has(type)) continue
    const what = `the consumer ${durable} of ${stream} is gone (${String(type)})`
    messages.stop(new OmniError('CONSUMER_LOST', what, { retryable: true }))
  }
}

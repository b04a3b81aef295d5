import { sleep } from '@omnistream/common/sleep'
import type { ApiClient } from '../api/api-client.ts'
import { type DeliveryDetail, delivery, deliveryDetail } from '../api/webhook-shapes.ts'
import type { CliContext } from '../context.ts'
import { formatDelivery } from './format-webhooks.ts'

const pollMs = 200

/** Sends a test event and waits for its first attempt; the command fails unless it succeeded. */
export async function tryEndpoint(
  context: CliContext,
  api: ApiClient,
  id: string,
  options: { waitMs: number; json: boolean },
): Promise<void> {
  const made = await api.post(`/v1/webhooks/endpoints/${id}/test`, undefined, delivery)
  const end = performance.now() + options.waitMs
  const read = () => api.get(`/v1/webhooks/deliveries/${made.id}`, {}, deliveryDetail)
  let seen = await read()
  while (!isTold(seen) && performance.now() < end && !context.stop.aborted) {
    await sleep(pollMs, context.stop)
    seen = await read()
  }
  context.out(options.json ? JSON.stringify(seen) : formatDelivery(seen))
  if (seen.status === 'succeeded') return
  if (seen.held) context.err('the endpoint is paused: the event is held until it is resumed')
  else if (seen.attempts.length === 0) {
    context.err('not delivered yet: does the hook sender run? omnistream webhooks show tells how it goes on')
  }
  context.fail()
}

const isTold = ({ attempts, held }: DeliveryDetail): boolean => attempts.length > 0 || held

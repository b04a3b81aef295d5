import type { ApiClient } from '../api/api-client.ts'
import { deliveryDetail, endpoint } from '../api/webhook-shapes.ts'
import type { CliContext } from '../context.ts'
import { formatDelivery, formatEndpoint } from './format-webhooks.ts'

/** One endpoint, message or delivery, by its id. A message is printed as the API gave it, with all digits. */
export async function showWebhook(
  context: CliContext,
  api: ApiClient,
  id: string,
  json: boolean,
): Promise<void> {
  if (id.startsWith('msg_')) {
    context.out((await api.bytes(`/v1/webhooks/messages/${id}`)).toString('utf8'))
  } else if (id.startsWith('ep_')) {
    const found = await api.get(`/v1/webhooks/endpoints/${id}`, {}, endpoint)
    context.out(json ? JSON.stringify(found) : formatEndpoint(found))
  } else {
    const found = await api.get(`/v1/webhooks/deliveries/${id}`, {}, deliveryDetail)
    context.out(json ? JSON.stringify(found) : formatDelivery(found))
  }
}

import type { Logger } from '@omnistream/common'
import type { HookgresEvent } from '@omnistream/hookgres'

/** Operational events in the log: what an operator has to see is a warning, the rest is counted only. */
export function tellHook(event: HookgresEvent, logger: Logger): void {
  if (event.type === 'delivery.succeeded') return
  const { type, tenantId, endpointId } = event
  const fields = {
    ...{ tenant_id: tenantId, endpoint_id: endpointId },
    ...('error' in event ? { error: event.error } : {}),
    ...('reason' in event ? { cause: event.cause, reason: event.reason } : {}),
    ...('deliveryId' in event
      ? {
          delivery_id: event.deliveryId,
          message_id: event.messageId,
          event_type: event.eventType,
          attempts: event.attempts,
        }
      : {}),
  }
  if (type === 'endpoint.recovered') logger.info(fields, type)
  else logger.warn(fields, type)
}

import type { Context } from '../hookgres-context.ts'

type OfEndpoint = { tenantId: string; endpointId: string }
type OfDelivery = OfEndpoint & {
  deliveryId: string
  messageId: string
  eventType: string
  attempts: number
}

/**
 * What an operator wants to hear of, once for each change and with what it is about (lessons #38). Told after the row
 * says so: a process that dies in between leaves it untold, and the row is the truth.
 */
export type HookgresEvent =
  /** The first failure of a run. */
  | ({ type: 'endpoint.failing'; error: string } & OfEndpoint)
  | ({ type: 'endpoint.recovered' } & OfEndpoint)
  | ({ type: 'endpoint.disabled'; cause: 'gone' | 'failing'; reason: string } & OfEndpoint)
  /** It has failed for good. */
  | ({ type: 'delivery.failed'; error: string } & OfDelivery)
  | ({ type: 'delivery.succeeded' } & OfDelivery)

export type OnEvent = (event: HookgresEvent) => void

/** A listener that throws harms no delivery. */
export function createTeller(onEvent: OnEvent | undefined, { logger }: Pick<Context, 'logger'>): OnEvent {
  if (onEvent === undefined) return () => {}
  return (event) => {
    try {
      onEvent(event)
    } catch (error) {
      logger.warn({ err: error, event: event.type }, 'hookgres.listener_failed')
    }
  }
}

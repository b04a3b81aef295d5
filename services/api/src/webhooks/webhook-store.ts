import type { Hookgres } from '@omnistream/hookgres'

/** What the routes use of hookgres; each call carries the tenant. */
export type WebhookStore = Pick<
  Hookgres,
  | 'endpoints'
  | 'messages'
  | 'deliveries'
  | 'attempts'
  | 'send'
  | 'sendMissed'
  | 'replayDelivery'
  | 'replayDeliveries'
>

export { createHookgres, type Hookgres, type HookgresOptions } from './create-hookgres.ts'
export type { EndpointChange, EndpointOutcome } from './endpoints/change-endpoint.ts'
export type { InvalidEndpoint } from './endpoints/check-endpoint.ts'
export type { CreateEndpoint, EndpointWithSecret } from './endpoints/create-endpoint.ts'
export type { Endpoint } from './endpoints/endpoint.ts'
export type { EndpointSecrets, RotateOptions } from './endpoints/rotate-secret.ts'
export type { Attempt, ListAttempts } from './history/list-attempts.ts'
export {
  type Delivery,
  type DeliveryStatus,
  deliveryStatuses,
  type ListDeliveries,
} from './history/list-deliveries.ts'
export type { ListMessages, Message } from './history/list-messages.ts'
export type { Page, PageInput, PageOutcome } from './history/page.ts'
export type { PruneInput } from './history/prune.ts'
export type { NotFound, StepOutcome, TenantKey } from './outcomes.ts'
export type { ReplayFilter } from './replay/replay-deliveries.ts'
export type { ReplayOutcome } from './replay/replay-delivery.ts'
export type { MigrationReport } from './schema/migrate.ts'
export type { Payload } from './send/payload-text.ts'
export type { SendInput, SendOptions, Sent } from './send/send-messages.ts'
export type { MissedRange } from './send/send-missed.ts'
export type { Worker } from './worker/create-worker.ts'
export type { HookgresEvent } from './worker/events.ts'
export type { WorkerOptions } from './worker/worker-options.ts'

export { type Claimable, type ClaimCheck, claimChecks } from './claim-checks.ts'
export { type BusConnection, type BusLogger, type BusOptions, connectBus } from './connect-bus.ts'
export { type ConsumeOptions, consume } from './consume.ts'
export type { BatchHandler, Delivery, Settlement } from './delivery.ts'
export {
  decodeEnvelope,
  type Envelope,
  type EventEnvelope,
  encodeEnvelope,
  envelopeVersion,
  idsMax,
  tenantEventTypes,
  type WebhookEnvelope,
} from './envelope.ts'
export { type ConsumerLag, consumerLag } from './lag.ts'
export { isTooLarge, type Outgoing, type PublishOutcome, publishAll } from './publish.ts'
export { ensureStreams, type StreamLimits, type StreamReport } from './streams.ts'
export { type StreamNames, type Subjects, streamNames, subjects } from './subjects.ts'

export { defaultTimeouts, type Timeouts } from './attempt-clock.ts'
export type { PoolLimits } from './connection-pool.ts'
export {
  createDeliverer,
  type Deliverer,
  type DelivererOptions,
  defaultPoolLimits,
} from './create-deliverer.ts'
export { type DeliveryRequest, defaultResponseLimits } from './deliver.ts'
export type { FailureCode } from './describe-failure.ts'
export type { DownloadOutcome, RefusalCode } from './download/download-outcome.ts'
export type { Download, DownloadRequest } from './download/guarded-download.ts'
export { BlockedError, type BlockedReason } from './guard/blocked-error.ts'
export { type AddressClass, classifyAddress } from './guard/classify-address.ts'
export {
  createGuard,
  type Guard,
  type GuardOptions,
  type Resolve,
  type ResolvedAddress,
} from './guard/create-guard.ts'
export { type ParsedTarget, parseTarget, type TargetProblem } from './guard/parse-target.ts'
export type { TlsOptions } from './guarded-connector.ts'
export type { Blocked, Delivered, Outcome, Permanent, Retryable } from './outcome.ts'
export type { ResponseLimits } from './read-response.ts'
export type { HeaderValues } from './request-headers.ts'
export { parseRetryAfter } from './retry-after.ts'
export {
  type StandardWebhook,
  type StandardWebhookHeaders,
  signStandardWebhook,
} from './sign/sign-standard-webhook.ts'
export {
  type VerifyOptions,
  verifyStandardWebhook,
  type WebhookVerdict,
} from './sign/verify-standard-webhook.ts'
export { generateWebhookSecret } from './sign/webhook-secret.ts'

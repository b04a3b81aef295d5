import { NatsError } from 'nats'

/** The number by which JetStream names why it refused a request; undefined for any other error. */
export const apiCode = (error: unknown): number | undefined =>
  error instanceof NatsError ? error.api_error?.err_code : undefined

import type { Envelope } from './envelope.ts'

/**
 * One delivery. `attempt` is 1 the first time; a delivery that a crash or a retry gave back has a higher one. A
 * `suspect` has come back so often that it may be what kills the workers: it comes alone, and no other suspect is
 * under way meanwhile.
 */
export type Delivery = {
  envelope: Envelope
  subject: string
  attempt: number
  suspect: boolean
  traceparent?: string
}

/** What becomes of a delivery: done, again after a pause (ms), or never again. */
export type Settlement =
  | { kind: 'ack' }
  | { kind: 'retry'; afterMs: number }
  | { kind: 'drop'; reason: string }

/** Gets the deliveries in order and returns one settlement for each. Throwing gives them all back after a pause. */
export type BatchHandler = (deliveries: Delivery[], signal: AbortSignal) => Promise<Settlement[]>

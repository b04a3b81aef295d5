import type { Job, NewJob } from './job.ts'

/** A job taken by this process; `lease` is the proof. */
export type Claim = { job: Job; lease: string }

export type ClaimRequest = {
  limit: number
  leaseMs: number
  /** Jobs of one group that this process may hold. */
  perGroup: number
  /** Jobs of each group that it holds now. */
  held: ReadonlyMap<string, number>
}

/** What becomes of a claim. */
export type Outcome =
  | { kind: 'done' }
  | { kind: 'settled' }
  | { kind: 'failed'; reason?: string }
  /** Due again after `delayMs`; `refund` takes back the attempt that the claim counted. */
  | { kind: 'again'; delayMs: number; refund: boolean; reason?: string }

export type Settlement = { claim: Claim; outcome: Outcome }

/** What a driver does to its own store. Everything else is the same for all of them: see `consumer`. */
export type Store = {
  /** Idempotent by id; ids are distinct within a call. */
  put(jobs: readonly NewJob[]): Promise<void>
  /** Takes up to `limit` due jobs, each for nobody else during `leaseMs`; none only where none could be had. */
  claim(request: ClaimRequest): Promise<Claim[]>
  /** Out: the leases that are still held, now for `leaseMs` from now. */
  extend(claims: readonly Claim[], leaseMs: number): Promise<ReadonlySet<string>>
  /** Ends claims whose lease still counts, in one go. Out: how many no longer did. */
  settle(settlements: readonly Settlement[]): Promise<number>
  /** Frees what the driver itself opened. */
  close?(): Promise<void>
}

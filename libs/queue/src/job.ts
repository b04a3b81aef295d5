/** All a driver knows of a piece of work; what it stands for is the caller's row or document. */
export type Job = {
  /** Names the row or document. At most 512 characters. */
  id: string
  /** Which try this is, from 1. Tries whose process died count. */
  attempt: number
  /** Who the work is for, for example an endpoint: groups take turns. */
  group: string
}

/** Work to be put in. Absent `runAt`: now. */
export type NewJob = {
  id: string
  group: string
  runAt?: Date
  /** Tries that were already made, for a job whose driver has lost its store; 0 where left out. */
  attempt?: number
}

/** What a handler makes of a job. */
export type Verdict =
  /** It is finished. */
  | { kind: 'done' }
  /**
   * The handler has ended the claim in the row itself, guarded by `Work.lease`: a driver whose queue is the rows
   * touches nothing. To all others it is `done`.
   */
  | { kind: 'settled' }
  /**
   * It failed and is to be tried again: after the policy's delay, or not before `afterMs` (a Retry-After, bound by
   * the policy's cap), or exactly `at` where the handler has already written a time into its row.
   */
  | { kind: 'retry'; afterMs?: number; at?: Date; reason?: string }
  /** It failed for good. */
  | { kind: 'drop'; reason?: string }
  /** It was not tried, for example because its endpoint is paused. Costs no attempt. */
  | { kind: 'later'; at: Date }

/** One job in a handler's hands. */
export type Work = {
  job: Job
  /** Names this claim; in a table of one's own rows the value of its lock token. */
  lease: string
  /** Aborts when the lease has run out or was lost, and when the queue closes for good. */
  signal: AbortSignal
  /** Makes the lease begin anew. False: it was lost, and somebody else may have the job. */
  heartbeat(): Promise<boolean>
}

/** An error thrown is a `retry` by the policy. A handler heeds its signal and bounds its own time. */
export type Handler = (work: Work) => Promise<Verdict>

import type { ReplayFilterJson, ReplayJson } from './replay-schema.ts'

export type NewReplay = {
  filter: ReplayFilterJson
  dryRun: boolean
  sideEffects: boolean
  ratePerSecond?: number | undefined
  createdBy: string
  now: Date
}

/** A run's place in the list. */
export type ReplayPlace = { createdAt: Date; id: string }

export type ReplayAction = 'pause' | 'resume' | 'cancel'

export type ReplayActionOutcome =
  | { ok: true; replay: ReplayJson }
  | { ok: false; reason: 'not_found' }
  | { ok: false; reason: 'conflict'; status: ReplayJson['status'] }

/** Replay runs of a tenant; runs over all tenants are never among them. */
export type ReplayStore = {
  create(tenantId: string, input: NewReplay): Promise<ReplayJson>
  /** Newest first, older than a place. */
  list(tenantId: string, before: ReplayPlace | undefined, limit: number): Promise<ReplayJson[]>
  get(tenantId: string, id: string): Promise<ReplayJson | undefined>
  act(tenantId: string, id: string, action: ReplayAction, now: Date): Promise<ReplayActionOutcome>
}

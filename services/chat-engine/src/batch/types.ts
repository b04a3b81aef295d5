import type { ParsedUpdate } from '@omnistream/channels'
import type { AccountUpdateDocument, MessageDocument, WebhookAuditDocument } from '@omnistream/mongo'
import type { AccountRecord } from '@omnistream/postgres'
import type { Binary } from 'mongodb'

/** How one update ended (invariant 3): exactly one of these. */
export type Outcome =
  | { kind: 'stored' }
  | { kind: 'merged' }
  | { kind: 'duplicate' }
  | { kind: 'ignored'; reason: string }
  | { kind: 'unrouted'; reason: string }
  | { kind: 'failed'; error: string }

/** One update on its way through a batch; `outcome` is set once. */
export type Item = {
  job: Job
  update: ParsedUpdate
  account?: AccountRecord
  /** In whose ledger it stands, whatever becomes of it; absent where nobody has configured its account. */
  owner?: { tenant_id: Binary; account_id: Binary }
  outcome?: Outcome
  /** The message as it is after this batch, for an update that touched one. */
  message?: MessageDocument
  /** Whether this batch changed that message. */
  changed?: boolean
  /** Whether the message could not be seen before this batch. */
  isNew?: boolean
  /** What is stored of an update about an account. */
  accountUpdate?: AccountUpdateDocument
}

/** One stored payload to be parsed. `attempt` above 1: an earlier pass, of this worker or another, may have ended half-way. */
export type Job = {
  row: WebhookAuditDocument
  attempt: number
  /** It may be what kills the workers; it is then the only job of its batch. */
  suspect: boolean
  /** When the id was put on the bus, ms. */
  publishedAt: number
  replay?: { runId: string; dryRun: boolean; sideEffects: boolean }
  traceparent?: string
  parserVersion: number
  items: Item[]
  /** Set where the payload could not be read at all. */
  error?: string
}

/** A replay that was not asked to have side effects publishes nothing. */
export const isSilent = ({ replay }: Job): boolean => replay !== undefined && !replay.sideEffects

/** The steps of a batch, in order: what a crash test can stop between. */
export type Step = 'loaded' | 'parsed' | 'placed' | 'merged' | 'projected' | 'published' | 'marked'
export type Checkpoint = (step: Step) => void | Promise<void>

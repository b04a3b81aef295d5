import type { HealthCheck, Logger, Metrics } from '@omnistream/common'
import type { MediaStore } from '@omnistream/media'
import type { Collections } from '@omnistream/mongo/collections'
import type { UuidCodec } from '@omnistream/mongo/uuid-codec'
import type { FindWatermarks } from '@omnistream/views'
import type { FindPrincipal } from './auth/principal.ts'
import type { ContactStore } from './contacts/contact-store.ts'
import type { ConversationStore } from './conversations/conversation-store.ts'
import type { DriftStore } from './drift/drift-store.ts'
import type { LedgerStore } from './ledger/ledger-store.ts'
import type { ReplayStore } from './replays/replay-store.ts'
import type { WebhookStore } from './webhooks/webhook-store.ts'

/** Everything the API needs; nothing in it is made or read by the API itself. */
export type ApiDeps = {
  logger: Logger
  metrics: Metrics
  health: readonly HealthCheck[]
  collections: Collections
  uuids: UuidCodec
  findPrincipal: FindPrincipal
  conversations: ConversationStore
  contacts: ContactStore
  findWatermarks: FindWatermarks
  /** Absent where no media are kept. */
  mediaStore?: Pick<MediaStore, 'get'>
  replays: ReplayStore
  ledger: LedgerStore
  drift: DriftStore
  webhooks: WebhookStore
  /** The channel of one of the tenant's accounts; undefined where the tenant has no such account. */
  channelOfAccount(tenantId: string, accountId: string): Promise<string | undefined>
  now(): Date
  /** Monotonic, ms: for budgets. */
  elapsedMs(): number
  /** What one search may cost, ms. */
  searchBudgetMs: number
  /** What every other query may cost, ms. */
  queryBudgetMs: number
  version: string
}

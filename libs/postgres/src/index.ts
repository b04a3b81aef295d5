export {
  type AccountDirectory,
  type AccountDirectoryOptions,
  createAccountDirectory,
} from './account-directory.ts'
export {
  type ApiKeyInfo,
  type CreateApiKeyInput,
  createApiKey,
  findApiKey,
  listApiKeys,
  type Principal,
  revokeApiKey,
  touchApiKey,
} from './api-keys.ts'
export {
  type AccountRecord,
  type AccountSecrets,
  type CreateAccountInput,
  type CreateAccountOutcome,
  createAccount,
  getAccount,
  type ListAccountsOptions,
  listAccounts,
  type UpdateAccountInput,
  updateAccount,
} from './channel-accounts.ts'
export { finishMerge, listPendingMerges, type PendingMerge } from './contact-merges.ts'
export type { ContactInput, IdentityInput } from './contacts/identity.ts'
export { type ContactMerge, contactIdFor } from './contacts/plan-contacts.ts'
export { markConversationRead, mergeConversations, setConversationStatus } from './conversation-actions.ts'
export type { ConversationInput, ConversationKind } from './conversations/summarise.ts'
export { createKeyRing, type KeyRing } from './key-ring.ts'
export {
  type ConversationPage,
  type ConversationRow,
  conversationsQuery,
  getConversation,
  type ListConversationsInput,
  type ListConversationsOutcome,
  listConversations,
} from './list-conversations.ts'
export { type MigrationReport, migrate } from './migrate.ts'
export { orm } from './orm.ts'
export { createPool, DatabaseError, type Pool, type PoolOptions, type Queryable } from './pool.ts'
export {
  addReplayCounts,
  type CreateReplayInput,
  cancelReplayRun,
  claimReplayRun,
  createReplayRun,
  finishReplayRun,
  getReplayRun,
  heartbeatReplayRun,
  listReplayRuns,
  pauseReplayRun,
  type ReplayChange,
  type ReplayLease,
  type ReplayProgress,
  type ReplayRun,
  type ReplayScope,
  type ReplayStatus,
  resumeReplayRun,
} from './replay-runs.ts'
export {
  lookUpContacts,
  type ResolvedContact,
  type ResolvedContacts,
  resolveContacts,
} from './resolve-contacts.ts'
export * as schema from './schema.ts'
export { storedAccounts } from './stored-accounts.ts'
export { ensureTenant, findTenant, listTenants, type Tenant } from './tenants.ts'
export { transaction } from './transaction.ts'
export { type UpsertedConversations, upsertConversations } from './upsert-conversations.ts'

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
export {
  type ContactMergeRecord,
  getContactMerge,
  listContactMerges,
} from './contact-merge-records.ts'
export { finishMerge, listPendingMerges, type PendingMerge } from './contact-merges.ts'
export type { ContactInput, IdentityInput } from './contacts/identity.ts'
export { type ContactMerge, contactIdFor } from './contacts/plan-contacts.ts'
export { markConversationRead, mergeConversations, setConversationStatus } from './conversation-actions.ts'
export {
  type ContactConversation,
  conversationMembers,
  type DirectConversation,
  identityKeysOf,
  listContactConversations,
  listDirectConversations,
} from './conversation-places.ts'
export type { ConversationInput, ConversationKind } from './conversations/summarise.ts'
export { type DriftName, driftIdOf } from './drift/drift-id.ts'
export {
  addDrift,
  type DriftKind,
  type DriftSighting,
  otherName,
  putDrift,
} from './drift/put-drift.ts'
export { type Drift, getDrift, listDrift, listUntoldDrift, markDriftTold } from './drift/read-drift.ts'
export { createKeyRing, type KeyRing } from './key-ring.ts'
export {
  countOpenAlarms,
  type LedgerAlarm,
  listAlarms,
  listUntoldAlarms,
  markAlarmsTold,
} from './ledger/alarms.ts'
export { type ClaimedHour, claimHour, claimHourQuery, keepHour, leaveHour } from './ledger/claim-hour.ts'
export { nobody } from './ledger/nobody.ts'
export { noteHours, type OwnedHour } from './ledger/note-hours.ts'
export {
  type LedgerBucket,
  type LedgerBucketSize,
  type LedgerCounts,
  type LedgerPlace,
  type LedgerRange,
  listLedger,
  sumLedger,
  sumLedgerByChannel,
} from './ledger/read-ledger.ts'
export {
  type HourCount,
  type LedgerEntry,
  type LedgerOutcome,
  ledgerOutcomes,
  type WrittenHour,
  writeHour,
} from './ledger/write-hour.ts'
export {
  type ContactRow,
  contactsQuery,
  getContact,
  type ListContactsInput,
  type ListContactsOutcome,
  listContacts,
} from './list-contacts.ts'
export {
  type ConversationPage,
  type ConversationRow,
  conversationsByIdQuery,
  conversationsQuery,
  getConversation,
  getConversations,
  type ListConversationsInput,
  type ListConversationsOutcome,
  listConversations,
} from './list-conversations.ts'
export { mergeThreads, type ThreadMerge, type ThreadMergeOutcome } from './merge-threads.ts'
export {
  type MergeTwoContactsInput,
  type MergeTwoContactsOutcome,
  mergeTwoContacts,
} from './merge-two-contacts.ts'
export {
  contactMembers,
  contactRoot,
  finishUndo,
  listSettledUndos,
  listUntoldMerges,
  markMergeTold,
} from './merge-work.ts'
export { type MigrationReport, migrate } from './migrate.ts'
export { orm } from './orm.ts'
export { createPool, DatabaseError, type Pool, type PoolOptions, type Queryable } from './pool.ts'
export { redirectedConversations } from './redirected-conversations.ts'
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
export { storableKey } from './storable.ts'
export { storedAccounts } from './stored-accounts.ts'
export { ensureTenant, findTenant, listTenants, type Tenant } from './tenants.ts'
export {
  getThreadMerge,
  isThreadMerged,
  listThreadMerges,
  type ThreadMergeRecord,
  undoThreadMerge,
} from './thread-merge-records.ts'
export {
  finishThreadMerge,
  listSettledThreadMerges,
  listSettledThreadUndos,
  listUntoldThreadMerges,
  markThreadMergeTold,
} from './thread-merge-work.ts'
export { transaction } from './transaction.ts'
export { type UndoContactMergeInput, undoContactMerge } from './undo-contact-merge.ts'
export {
  correctLastMessage,
  type LastMessage,
  listUnread,
  moveUnread,
  unmergeConversation,
} from './unmerge-conversation.ts'
export { type UpsertedConversations, upsertConversations } from './upsert-conversations.ts'
export {
  findWatermarks,
  raiseWatermarks,
  type ThreadPlace,
  type Watermark,
  type WatermarkStatus,
  watermarksQuery,
} from './watermarks/watermarks.ts'

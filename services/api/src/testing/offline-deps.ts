import { createMetrics, silentLogger } from '@omnistream/common'
import { createMongo } from '@omnistream/mongo/client'
import { collections } from '@omnistream/mongo/collections'
import { standardUuids } from '@omnistream/mongo/uuid-codec'
import type { ApiDeps } from '../deps.ts'
import { offlineWebhooks } from './offline-webhooks.ts'

/** Keys by what they may do. */
export const offlineKeys: Record<string, readonly string[]> = {
  inbox: ['inbox:read'],
  write: ['inbox:write'],
  audit: ['audit:read'],
  replay: ['replay:write'],
  'webhooks-read': ['webhooks:read'],
  'webhooks-write': ['webhooks:write'],
  admin: ['admin'],
  nothing: [],
}

/** Dependencies for tests of what happens before any database is asked; MongoDB's address leads nowhere. */
export function offlineDeps(changes: Partial<ApiDeps> = {}): ApiDeps {
  const mongo = createMongo({
    uri: 'mongodb://127.0.0.1:1/offline',
    appName: 'test',
    serverSelectionTimeoutMs: 50,
  })
  const tenantId = '00000000-0000-4000-8000-00000000000a'
  return {
    logger: silentLogger(),
    metrics: createMetrics({ service: 'api' }),
    health: [],
    collections: collections(mongo.db),
    uuids: standardUuids,
    findPrincipal: async (key) => {
      const scopes = offlineKeys[key]
      return scopes === undefined ? undefined : { keyId: key, tenantId, scopes }
    },
    conversations: {
      list: async () => ({ ok: false, reason: 'bad_cursor' }),
      get: async () => undefined,
      merges: async () => [],
      undoMerge: async () => undefined,
    },
    contacts: {
      list: async () => ({ ok: false, reason: 'bad_cursor' }),
      get: async () => undefined,
      merge: async () => ({ ok: false, reason: 'from_not_found' }),
      undo: async () => undefined,
    },
    findWatermarks: async () => () => [],
    replays: {
      create: async () => Promise.reject(new Error('offline')),
      list: async () => [],
      get: async () => undefined,
      act: async () => ({ ok: false, reason: 'not_found' }),
    },
    ledger: {
      list: async () => [],
      totals: async () => Promise.reject(new Error('offline')),
      alarms: async () => [],
    },
    drift: { list: async () => [], get: async () => undefined },
    webhooks: offlineWebhooks(),
    channelOfAccount: async () => undefined,
    now: () => new Date('2026-08-01T00:00:00Z'),
    elapsedMs: () => 0,
    searchBudgetMs: 1_000,
    queryBudgetMs: 1_000,
    version: '0.0.0',
    ...changes,
  }
}

import { backoffMs, type Logger, OmniError, sleep } from '@omnistream/common'
import type { AccountRecord, AccountSecrets } from './channel-accounts.ts'

export type AccountDirectoryOptions = {
  load(): Promise<AccountRecord[]>
  refreshMs: number
  logger: Logger
  /** Milliseconds, for the snapshot's age. */
  now?: () => number
  random?: () => number
}

/** All accounts in memory: the edge looks them up for every webhook, and must go on when PostgreSQL is away. */
export type AccountDirectory = {
  /** Loads once, then refreshes until the signal aborts. Resolves after the first attempt, whatever came of it. */
  start(signal: AbortSignal): Promise<void>
  /** Loads now. Throws when the load fails; the last snapshot stays. */
  refresh(): Promise<void>
  byExternalId(channel: string, externalId: string): AccountRecord | undefined
  byIdOrExternalId(channel: string, key: string): AccountRecord | undefined
  /** All accounts that belong to one business (WhatsApp: a WABA). */
  byBusinessId(channel: string, businessId: string): readonly AccountRecord[]
  all(channel: string): readonly AccountRecord[]
  /** Every secret of the channel without doubles, for a callback that many accounts share. Paused accounts count too. */
  secretsFor(channel: string): Readonly<CallbackSecrets>
  /** Since the last successful load; undefined before the first. */
  ageMs(): number | undefined
  /** Whether there is a snapshot at all. */
  ready(): boolean
}

type ChannelSnapshot = {
  accounts: AccountRecord[]
  byExternalId: Map<string, AccountRecord>
  byId: Map<string, AccountRecord>
  byBusinessId: Map<string, AccountRecord[]>
  secrets: CallbackSecrets
}

/** What proves webhooks; access tokens are no account's but their own. */
type CallbackSecrets = Pick<AccountSecrets, 'appSecrets' | 'verifyTokens'>

const noSecrets: Readonly<CallbackSecrets> = Object.freeze({ appSecrets: [], verifyTokens: [] })
const retry = { baseMs: 250, maxMs: 10_000 }

export const createAccountDirectory = (options: AccountDirectoryOptions): AccountDirectory => {
  const now = options.now ?? Date.now
  let channels: ReadonlyMap<string, ChannelSnapshot> = new Map()
  let loadedAt: number | undefined
  let loading: Promise<void> | undefined

  const load = async (): Promise<void> => {
    try {
      channels = snapshot(await options.load())
      loadedAt = now()
    } catch (cause) {
      throw new OmniError('ACCOUNTS_NOT_LOADED', 'the channel accounts could not be loaded', {
        cause,
        retryable: true,
      })
    } finally {
      loading = undefined
    }
  }
  const refresh = (): Promise<void> => {
    loading ??= load()
    return loading
  }

  /** Out: how long to wait before the next one. */
  const attempt = async (failures: number): Promise<{ failures: number; waitMs: number }> => {
    try {
      await refresh()
      return { failures: 0, waitMs: options.refreshMs }
    } catch (error) {
      const age = loadedAt === undefined ? undefined : now() - loadedAt
      options.logger.warn({ err: error, failures: failures + 1, age_ms: age }, 'accounts.refresh_failed')
      return { failures: failures + 1, waitMs: 50 + backoffMs(failures, retry, options.random) }
    }
  }
  const keepFresh = async (
    signal: AbortSignal,
    first: { failures: number; waitMs: number },
  ): Promise<void> => {
    let last = first
    while (!signal.aborted) {
      await sleep(last.waitMs, signal)
      if (!signal.aborted) last = await attempt(last.failures)
    }
  }

  return {
    start: async (signal) => {
      const first = await attempt(0)
      keepFresh(signal, first).catch((error: unknown) =>
        options.logger.error({ err: error }, 'accounts.refresh_stopped'),
      )
    },
    refresh,
    byExternalId: (channel, externalId) => channels.get(channel)?.byExternalId.get(externalId),
    byIdOrExternalId: (channel, key) => {
      const known = channels.get(channel)
      return known?.byExternalId.get(key) ?? known?.byId.get(key.toLowerCase())
    },
    byBusinessId: (channel, businessId) => channels.get(channel)?.byBusinessId.get(businessId) ?? [],
    all: (channel) => channels.get(channel)?.accounts ?? [],
    secretsFor: (channel) => channels.get(channel)?.secrets ?? noSecrets,
    ageMs: () => (loadedAt === undefined ? undefined : now() - loadedAt),
    ready: () => loadedAt !== undefined,
  }
}

const snapshot = (accounts: readonly AccountRecord[]): Map<string, ChannelSnapshot> => {
  const channels = new Map<string, ChannelSnapshot>()
  for (const [channel, own] of Map.groupBy(accounts, (account) => account.channel)) {
    channels.set(channel, {
      accounts: own,
      byExternalId: new Map(own.map((account) => [account.externalId, account])),
      byId: new Map(own.map((account) => [account.id, account])),
      byBusinessId: Map.groupBy(
        own.filter((account) => account.businessId !== null),
        (account) => account.businessId ?? '',
      ),
      secrets: {
        appSecrets: [...new Set(own.flatMap((account) => account.secrets.appSecrets))],
        verifyTokens: [...new Set(own.flatMap((account) => account.secrets.verifyTokens))],
      },
    })
  }
  return channels
}

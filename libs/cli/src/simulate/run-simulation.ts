import type { Channel, SampleAccount } from '@omnistream/channels'
import { sleep } from '@omnistream/common/sleep'
import type { ApiClient } from '../api/api-client.ts'
import { ApiError } from '../api/api-error.ts'
import { buildWebhooks } from './build-webhooks.ts'
import { listRecentMessages, searchByPrefix } from './find-messages.ts'
import { type Latency, summarise } from './latency.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { type SendTally, sendAll } from './send-all.ts'

export type SimulationOptions = {
  count: number
  /** Webhooks a second; as fast as the edge answers where absent. */
  rate?: number
  concurrency: number
  channel: Channel
  /** Where the webhooks are sent, for example `http://127.0.0.1:8080/webhooks/whatsapp`. */
  url: string
  /** The same callback as the provider knows it: some sign it. `url` where left out. */
  publicUrl?: string
  secret: string
  /** Where that secret comes from, in words for a person. */
  secretFrom: string
  account: SampleAccount
  api: ApiClient
  seed: number
  /** How long one webhook is sent again while the edge does not take it, ms. */
  retryForMs: number
  /** How long to wait for messages after the last that was seen, ms. */
  waitMs: number
  signal: AbortSignal
  onProgress?: (progress: SimulationProgress) => void
  /** Told once, at the first attempt that failed. */
  onTrouble?: (why: string) => void
}

export type SimulationProgress = { sent: number; acked: number; searchable: number }

export type SimulationResult = {
  seed: number
  sent: number
  acked: number
  /** Attempts beyond the first. */
  retries: number
  /** Why the edge was given up before all were sent; null where it was not. */
  gave_up: string | null
  /** Messages that the acknowledged webhooks hold. */
  expected: number
  stored: number
  searchable: number
  /** External ids that were acknowledged and are nowhere. */
  lost: string[]
  duplicates: number
  /** A few words that find one message each. */
  search_words: string[]
  ack_ms: Latency
  /** From the first attempt to the moment that search found it. */
  searchable_ms: Latency
  elapsed_ms: number
  ok: boolean
}

const wordsShown = 3
const pollMs = 25
const searchesAtOnce = 4
/** Providers give whole seconds, and clocks differ a little. */
const clockSlackMs = 5_000

/**
 * Sends signed sample webhooks to a running edge and waits until the API's own search finds each one.
 * @throws {OmniError} WEBHOOK_REFUSED where the edge will not take them; {ApiError} where the API will not answer.
 */
export async function runSimulation(options: SimulationOptions): Promise<SimulationResult> {
  const begin = performance.now()
  const startedAt = Date.now()
  const stop = new AbortController()
  const signal = AbortSignal.any([options.signal, stop.signal])
  const ledger = createLedger()
  const tally: SendTally = { sent: 0, acked: 0, retries: 0, ackMs: [], words: [], done: false }
  const report = (): void =>
    options.onProgress?.({ sent: tally.sent, acked: tally.acked, searchable: ledger.searchable() })
  const { channel, secret, url, publicUrl = url } = options
  const sending = sendAll(
    { ...options, signal, sign: (request) => channel.sign(request, secret) },
    buildWebhooks({ ...options, url: publicUrl, now: Date.now }),
    ledger,
    tally,
    report,
  )
  try {
    await Promise.all([sending, watchSearch(options, signal, ledger, tally, report)])
    await watchInbox(options, signal, ledger, startedAt - clockSlackMs)
  } catch (error) {
    stop.abort()
    await Promise.allSettled([sending])
    throw error
  }
  const lost = ledger.missing()
  const searchable = ledger.searchable()
  return {
    seed: options.seed,
    ...{ sent: tally.sent, acked: tally.acked, retries: tally.retries, gave_up: tally.gaveUp ?? null },
    ...{ expected: ledger.stored() + lost.length, stored: ledger.stored(), searchable, lost },
    duplicates: ledger.duplicates(),
    search_words: tally.words.slice(0, wordsShown),
    ack_ms: summarise(tally.ackMs),
    searchable_ms: summarise(ledger.searchableMs()),
    elapsed_ms: Math.round(performance.now() - begin),
    ok:
      tally.acked === options.count &&
      lost.length === 0 &&
      searchable === tally.acked &&
      ledger.duplicates() === 0,
  }
}

/** Asks search for what has been acknowledged, one request for each 26 webhooks, until it has found them all. */
async function watchSearch(
  options: SimulationOptions,
  signal: AbortSignal,
  ledger: Ledger,
  tally: SendTally,
  report: () => void,
): Promise<void> {
  let lastNews = performance.now()
  while (!signal.aborted) {
    const prefixes = ledger.waitingPrefixes()
    const before = ledger.searchable()
    for (let index = 0; index < prefixes.length; index += searchesAtOnce) {
      await Promise.all(
        prefixes.slice(index, index + searchesAtOnce).map(async (prefix) => {
          ledger.found(await patiently(() => searchByPrefix(options.api, prefix)), performance.now())
        }),
      )
      report()
    }
    if (tally.done && ledger.waitingPrefixes().length === 0) return
    if (!tally.done || ledger.searchable() > before) lastNews = performance.now()
    if (performance.now() - lastNews > options.waitMs) return
    await sleep(pollMs, signal)
  }
}

/** Looks the messages up that no search word leads to. */
async function watchInbox(
  options: SimulationOptions,
  signal: AbortSignal,
  ledger: Ledger,
  sinceMs: number,
): Promise<void> {
  let lastNews = performance.now()
  let missing = ledger.missing().length
  while (!signal.aborted && missing > 0 && performance.now() - lastNews < options.waitMs) {
    ledger.found(await patiently(() => listRecentMessages(options.api, sinceMs)), performance.now())
    const left = ledger.missing().length
    if (left < missing) lastNews = performance.now()
    missing = left
    if (missing > 0) await sleep(10 * pollMs, signal)
  }
}

/** An API that is away for a moment has found nothing yet; one that refuses us will not change its mind. */
async function patiently<Found>(ask: () => Promise<Found[]>): Promise<Found[]> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ApiError && error.retryable) return []
    throw error
  }
}

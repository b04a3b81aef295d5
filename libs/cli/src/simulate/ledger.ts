import { prefixLength, type SimulatedWebhook } from './build-webhooks.ts'
import type { FoundMessage } from './find-messages.ts'

type Waiting = { sentAt: number }

/** Who still waits for what: the one place that knows which messages of a run have been seen. */
export type Ledger = {
  acked(webhook: Omit<SimulatedWebhook, 'request'>, sentAt: number): void
  /** Beginnings of the search words of acknowledged webhooks that search has not found yet. */
  waitingPrefixes(): string[]
  found(messages: readonly FoundMessage[], at: number): void
  /** External ids of acknowledged webhooks that nobody has seen yet. */
  missing(): string[]
  stored(): number
  searchable(): number
  /** External ids that more than one message has. */
  duplicates(): number
  searchableMs(): readonly number[]
}

export function createLedger(): Ledger {
  const expected = new Set<string>()
  const seen = new Map<string, Set<string>>()
  const waiting = new Map<string, Map<string, Waiting>>()
  const prefixOf = new Map<string, string>()
  const searchableMs: number[] = []

  const markSearchable = (externalId: string, at: number): void => {
    const prefix = prefixOf.get(externalId)
    if (prefix === undefined) return
    const group = waiting.get(prefix)
    const entry = group?.get(externalId)
    if (group === undefined || entry === undefined) return
    searchableMs.push(at - entry.sentAt)
    group.delete(externalId)
    if (group.size === 0) waiting.delete(prefix)
  }

  return {
    acked(webhook, sentAt) {
      for (const id of webhook.messageIds) expected.add(id)
      const prefix = webhook.searchText.slice(0, prefixLength)
      prefixOf.set(webhook.mainId, prefix)
      const group = waiting.get(prefix) ?? new Map<string, Waiting>()
      waiting.set(prefix, group.set(webhook.mainId, { sentAt }))
    },
    waitingPrefixes: () => [...waiting.keys()],
    found(messages, at) {
      for (const { id, externalId, text } of messages) {
        seen.set(externalId, (seen.get(externalId) ?? new Set()).add(id))
        // The list of a conversation proves that a message is stored, not that search finds it.
        if (text !== '') markSearchable(externalId, at)
      }
    },
    missing: () => [...expected].filter((id) => !seen.has(id)),
    stored: () => [...expected].filter((id) => seen.has(id)).length,
    searchable: () => searchableMs.length,
    duplicates: () => [...expected].filter((id) => (seen.get(id)?.size ?? 0) > 1).length,
    searchableMs: () => searchableMs,
  }
}

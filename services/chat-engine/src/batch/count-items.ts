import type { ParseCounts } from '@omnistream/mongo'
import type { Item, Outcome } from './types.ts'

const reasonsMax = 50

/** How items ended; `received` is counted from the items, the rest from their outcomes (invariant 3). */
export function countsOf(items: readonly Item[]): ParseCounts {
  const counts = {
    received: items.length,
    stored: 0,
    merged: 0,
    duplicate: 0,
    ignored: 0,
    unrouted: 0,
    failed: 0,
  }
  for (const { outcome } of items) if (outcome) counts[outcome.kind]++
  return counts
}

/** Whether every update ended somewhere; anything else is a bug that must be seen. */
export const isBalanced = (counts: ParseCounts): boolean =>
  counts.received ===
  counts.stored + counts.merged + counts.duplicate + counts.ignored + counts.unrouted + counts.failed

/** Why items were ignored or unrouted, and how many for each reason; nothing where none were. */
export function ignoredOf(items: readonly Item[]): { ignored?: { reason: string; count: number }[] } {
  const tally = new Map<string, number>()
  for (const { outcome } of items) {
    const reason = reasonOf(outcome)
    if (reason !== undefined) tally.set(reason, (tally.get(reason) ?? 0) + 1)
  }
  if (tally.size === 0) return {}
  return { ignored: [...tally].map(([reason, count]) => ({ reason, count })).slice(0, reasonsMax) }
}

const reasonOf = (outcome: Outcome | undefined): string | undefined =>
  outcome?.kind === 'ignored' || outcome?.kind === 'unrouted' ? outcome.reason : undefined

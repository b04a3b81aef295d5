import type { OriginDocument } from '@omnistream/mongo'

/** What happened before our eyes says more than an old chat synced afterwards. */
const strength: Record<OriginDocument['source'], number> = { history: 0, echo: 2, live: 2 }

/** A synced chat first names a medium (`media_placeholder`) and sends it later: the medium says more. */
export const weightOf = (source: OriginDocument['source'], type: string): number =>
  strength[source] + (type === 'media_placeholder' ? 0 : 1)

/**
 * Whether a copy of a message takes the place of the one that is shown. A total order, so that the order of
 * arrival does not matter: what says more (live before history), then the newer parser, then the earlier receipt. Only a replay
 * stands outside of it: the same item of the same bytes, parsed again on request, wins even with an older
 * parser (a release that was rolled back).
 */
export function sourceWins(incoming: OriginDocument, shown: OriginDocument, replay: boolean): boolean {
  const sameItem = incoming.path === shown.path && compareIds(incoming, shown) === 0
  if (sameItem) return replay || incoming.parser_version >= shown.parser_version
  const order =
    incoming.weight - shown.weight ||
    incoming.parser_version - shown.parser_version ||
    shown.received_at.getTime() - incoming.received_at.getTime() ||
    compareIds(shown, incoming) ||
    compareText(shown.path, incoming.path)
  return order > 0
}

export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const compareIds = (a: OriginDocument, b: OriginDocument): number =>
  Buffer.compare(a.audit_id.buffer, b.audit_id.buffer)

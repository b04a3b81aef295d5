import type { ReplayItemDocument, ReplayResultDocument } from '@omnistream/mongo/documents'
import type { UuidCodec } from '@omnistream/mongo/uuid-codec'
import { jsonValue } from '@omnistream/views'
import type { ReplayReportJson } from './replay-schema.ts'

type ResultJson = ReplayReportJson['data'][number]

/** What one replayed webhook came to; with an outcome, only the items of that outcome. */
export function resultJson(
  row: ReplayResultDocument,
  uuids: UuidCodec,
  outcome: string | undefined,
): ResultJson {
  return {
    audit_id: uuids.read(row.audit_id),
    created_at: row.created_at.toISOString(),
    dry_run: row.dry_run,
    counts: { ...row.counts },
    settled: row.settled,
    error: row.error ?? null,
    items: row.items
      .filter((item) => outcome === undefined || item.outcome === outcome)
      .map((item) => itemJson(item, uuids)),
  }
}

function itemJson(item: ReplayItemDocument, uuids: UuidCodec): ResultJson['items'][number] {
  return {
    path: item.path,
    outcome: item.outcome,
    kind: item.kind,
    external_id: item.external_id ?? null,
    message_id: item.message_id === undefined ? null : uuids.read(item.message_id),
    diff: (item.diff ?? []).map(({ field, before, after }) => ({
      field,
      ...(before === undefined ? {} : { before: jsonValue(before) }),
      ...(after === undefined ? {} : { after: jsonValue(after) }),
    })),
    error: item.error ?? null,
  }
}

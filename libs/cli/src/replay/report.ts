import type { ApiClient } from '../api/api-client.ts'
import { type Replay, type ReportRow, reportPage } from '../api/shapes.ts'
import { formatPairs, formatTable } from '../output/table.ts'

const pageSize = 200
const cellMax = 100

/** The report's rows, page after page, up to `limit`. */
export async function* reportRows(
  api: ApiClient,
  id: string,
  options: { outcome?: string; limit: number },
): AsyncGenerator<ReportRow> {
  let cursor: string | undefined
  let left = options.limit
  do {
    const { data, page } = await api.get(
      `/v1/replays/${id}/report`,
      { limit: Math.min(pageSize, left), cursor, outcome: options.outcome },
      reportPage,
    )
    yield* data
    left -= data.length
    cursor = left > 0 ? (page.next ?? undefined) : undefined
  } while (cursor !== undefined)
}

/** Each item that is new, changed or newly failing, one a line; what failed as a whole has a line too. */
export function formatReport(rows: readonly ReportRow[]): string {
  const lines = rows.flatMap((row) => {
    const items = row.items.map((item) => [
      row.audit_id,
      item.outcome,
      item.kind,
      item.external_id ?? item.path,
      item.error ?? item.diff.map(formatDiff).join('; '),
    ])
    return row.error === null ? items : [[row.audit_id, 'failing', 'webhook', '', row.error], ...items]
  })
  if (lines.length === 0) return 'nothing new, nothing changed, nothing failing'
  return formatTable(
    ['webhook', 'outcome', 'kind', 'message', 'what'],
    lines.map((line) => line.map(cut)),
  )
}

const formatDiff = (diff: { field: string; before?: unknown; after?: unknown }): string =>
  `${diff.field}: ${formatValue(diff.before)} → ${formatValue(diff.after)}`

const formatValue = (value: unknown): string => (value === undefined ? '∅' : JSON.stringify(value))

/** UUIDs and ids stay whole: they are what one copies. */
const cut = (text: string, column: number): string =>
  column < 4 || text.length <= cellMax ? text : `${text.slice(0, cellMax)}…`

export function formatRun(run: Replay): string {
  const { total, processed } = run.progress
  const counts = Object.entries(run.counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name.replaceAll('_', ' ')}`)
  return formatPairs([
    ['replay', `${run.id}${run.dry_run ? ' (dry run: nothing was changed)' : ''}`],
    ['status', run.error === null ? run.status : `${run.status}: ${run.error}`],
    ['webhooks', `${processed} of ${total ?? 'not yet counted'}`],
    ['messages', counts.length === 0 ? 'none' : counts.join(', ')],
  ])
}

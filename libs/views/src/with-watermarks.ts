import type { MessageDocument } from '@omnistream/mongo/documents'
import type { UuidCodec } from '@omnistream/mongo/uuid-codec'

export type ThreadMarks = readonly { status: string; upTo: Date }[]

/** How far threads were delivered and read, where a channel tells it by an instant (Messenger, Instagram). */
export type FindWatermarks = (
  tenantId: string,
  places: readonly { accountId: string; threadKey: string }[],
) => Promise<(place: { accountId: string; threadKey: string }) => ThreadMarks>

/** A watermark says nothing of a message that failed, or that is known to be further. */
const ranks = new Map(
  [undefined, 'pending', 'sent', 'delivered', 'read'].map((status, rank) => [status, rank]),
)

/**
 * Messages of ours with the status that their thread's watermark gives them: one statement for a whole page. The
 * status is worked out here, not written to each message, as one watermark can cover thousands.
 */
export async function withWatermarks(
  rows: readonly MessageDocument[],
  tenantId: string,
  { findWatermarks, uuids }: { findWatermarks: FindWatermarks; uuids: UuidCodec },
): Promise<MessageDocument[]> {
  const placeOf = ({ account_id, thread }: MessageDocument) => ({
    accountId: uuids.read(account_id),
    threadKey: thread?.key ?? '',
  })
  const ours = rows.filter((row) => row.direction === 'outbound' && row.thread?.kind === 'direct')
  if (ours.length === 0) return [...rows]
  const marksOf = await findWatermarks(tenantId, ours.map(placeOf))
  return rows.map((row) => (ours.includes(row) ? raised(row, marksOf(placeOf(row))) : row))
}

function raised(row: MessageDocument, marks: ThreadMarks): MessageDocument {
  let result = row
  for (const { status, upTo } of marks) {
    const known = ranks.get(result.status)
    if (!row.created_at || row.created_at > upTo || known === undefined) continue
    if (known < (ranks.get(status) ?? 0)) result = { ...result, status }
    if (!result.status_times?.[status]) {
      result = { ...result, status_times: { ...result.status_times, [status]: upTo } }
    }
  }
  return result
}

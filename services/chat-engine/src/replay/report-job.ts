import type {
  MessageDocument,
  ReplayCounts,
  ReplayItemDocument,
  ReplayResultDocument,
  UuidCodec,
} from '@omnistream/mongo'
import { mergeTarget } from '../batch/merge-items.ts'
import type { PlacedItem } from '../batch/place-items.ts'
import type { Job } from '../batch/types.ts'
import { targetOf } from '../merge/merge-update.ts'
import { diffMessage } from './diff-message.ts'

const itemsMax = 2_000

/** `<run id>:<audit id>`: the same payload settled twice is one result. */
export const resultId = (runId: string, auditId: string): string => `${runId}:${auditId}`

/** What replaying one payload would do to the messages as they are stored now. Changes nothing but the job's items. */
export function reportJob(
  job: Job,
  placed: readonly PlacedItem[],
  stored: ReadonlyMap<string, MessageDocument>,
  now: Date,
  uuids: UuidCodec,
): ReplayResultDocument {
  const counts: ReplayCounts = {
    new: 0,
    changed: 0,
    unchanged: 0,
    failing: 0,
    still_failing: 0,
    ignored: 0,
    unrouted: 0,
  }
  const items: ReplayItemDocument[] = []
  const own = placed.filter(({ item }) => item.job === job)
  for (const [externalId, target] of Map.groupBy(own, ({ update }) => targetOf(update))) {
    const item = reportTarget(externalId, target, stored.get(externalId))
    if (item === undefined) counts.unchanged++
    else {
      counts[item.outcome]++
      items.push(item)
    }
  }
  const failing = reportFailures(job)
  counts.failing += failing.newly.length
  counts.still_failing += failing.still
  items.push(...failing.newly)
  for (const { outcome } of job.items) {
    if (outcome?.kind === 'ignored') counts.ignored++
    if (outcome?.kind === 'unrouted') counts.unrouted++
  }
  const runId = job.replay?.runId ?? ''
  return {
    _id: resultId(runId, uuids.read(job.row._id)),
    run_id: uuids.write(runId),
    audit_id: job.row._id,
    ...(job.row.tenant_id ? { tenant_id: job.row.tenant_id } : {}),
    created_at: now,
    dry_run: job.replay?.dryRun ?? true,
    counts,
    settled: false,
    ...(job.error === undefined ? {} : { error: job.error }),
    items: items.slice(0, itemsMax),
  }
}

/** Undefined where nothing that can be seen would change, or where every update of the message fails. */
function reportTarget(
  externalId: string,
  target: PlacedItem[],
  before: MessageDocument | undefined,
): (ReplayItemDocument & { outcome: 'new' | 'changed' }) | undefined {
  const after = mergeTarget(target, before)
  const [first] = target
  if (!after || !first) return undefined
  const diff = diffMessage(before, after)
  if (diff.length === 0) return undefined
  const isNew = before === undefined || (before.placeholder === true && after.placeholder !== true)
  return {
    path: first.update.path,
    outcome: isNew ? 'new' : 'changed',
    kind: first.update.kind,
    external_id: externalId,
    message_id: after._id,
    // Of a new message everything is new; the report says so in one word.
    ...(isNew ? {} : { diff }),
  }
}

function reportFailures(job: Job): { newly: (ReplayItemDocument & { outcome: 'failing' })[]; still: number } {
  const before = job.row.parse
  const failedBefore = new Set(before.failures?.map(({ path }) => path))
  const failed = job.items.flatMap(({ update, outcome }) =>
    outcome?.kind === 'failed'
      ? [{ path: update.path, kind: update.kind as string, error: outcome.error }]
      : [],
  )
  if (job.error !== undefined) failed.push({ path: '', kind: 'payload', error: job.error })
  const newly = failed.filter(({ path }) =>
    path === '' ? before.error === undefined || (before.failures?.length ?? 0) > 0 : !failedBefore.has(path),
  )
  return {
    newly: newly.map((item) => ({ ...item, outcome: 'failing' as const })),
    still: failed.length - newly.length,
  }
}

import type { BusConnection, Subjects } from '@omnistream/bus'
import type { Logger } from '@omnistream/common'
import type { Collections, UuidCodec } from '@omnistream/mongo'
import { type AccountDirectory, type Pool, resolveContacts, upsertConversations } from '@omnistream/postgres'
import type { DriftWatch } from '../drift/drift-watch.ts'
import type { NoteMedia } from '../media/note-media.ts'
import { countsOf, isBalanced } from './count-items.ts'
import { followMoves } from './follow-moves.ts'
import { markAudit } from './mark-audit.ts'
import { mergeItems } from './merge-items.ts'
import { type FindChannel, parseJob } from './parse-job.ts'
import { placeItems } from './place-items.ts'
import { conversationInputs } from './project-conversations.ts'
import { publishEvents } from './publish-events.ts'
import { routeItems } from './route-items.ts'
import { settleOthers } from './settle-others.ts'
import type { Checkpoint, Job } from './types.ts'

export type BatchDeps = {
  collections: Pick<Collections, 'messages' | 'webhookAudit' | 'accountUpdates'>
  pool: Pool
  bus: BusConnection
  subjects: Subjects
  directory: AccountDirectory
  findChannel: FindChannel
  uuids: UuidCodec
  logger: Logger
  maxBodyBytes: number
  noteDrift: DriftWatch
  noteMedia: NoteMedia
  newRev(): string
  now(): Date
  checkpoint: Checkpoint
}

/**
 * Takes stored payloads to messages: parse, place, merge, project, publish, mark. Each step is idempotent and the
 * mark comes last, so a worker that dies anywhere leaves a row that is simply done again (invariant 6).
 *
 * @throws where a server is away; nothing is marked then, and the caller tries the whole batch again.
 */
export async function processBatch(jobs: readonly Job[], deps: BatchDeps): Promise<void> {
  const { uuids, checkpoint } = deps
  for (const job of jobs) parseJob(job, deps.findChannel, deps.maxBodyBytes)
  const items = jobs.flatMap((job) => job.items)
  await checkpoint('parsed')

  await routeItems(items, deps.directory, uuids)
  await deps.noteDrift(items)
  const placed = await placeItems(items, (people) => resolveContacts(deps.pool, people), uuids)
  await followMoves(placed, deps)
  await checkpoint('placed')

  await mergeItems(placed, { messages: deps.collections.messages, newRev: deps.newRev, now: deps.now })
  await deps.noteMedia(items)
  await settleOthers(items, { pool: deps.pool, accountUpdates: deps.collections.accountUpdates, uuids })
  await checkpoint('merged')

  const upserted = await upsertConversations(deps.pool, conversationInputs(items, uuids))
  await followRedirects(upserted.redirected, deps)
  await checkpoint('projected')

  await publishEvents(items, upserted, deps)
  await checkpoint('published')

  for (const job of jobs) tellFailures(job, deps)
  await markAudit(jobs, deps.collections.webhookAudit, deps.now())
  await checkpoint('marked')
}

/** A conversation was merged away while this batch was on its way into it. */
async function followRedirects(
  redirected: readonly { from: string; into: string }[],
  { collections, uuids, newRev }: BatchDeps,
): Promise<void> {
  for (const { from, into } of redirected) {
    await collections.messages.updateMany(
      { conversation_id: uuids.match(from) },
      { $set: { conversation_id: uuids.write(into), rev: newRev() } },
    )
  }
}

/** The errors themselves may repeat a piece of the payload: they stand on the row, never in the log. */
function tellFailures(job: Job, { logger, uuids }: BatchDeps): void {
  const counts = countsOf(job.items)
  if (job.error !== undefined || counts.failed > 0) {
    logger.warn({ audit_id: uuids.read(job.row._id), failed: counts.failed }, 'payload.failed')
  }
  if (!isBalanced(counts)) logger.error({ audit_id: uuids.read(job.row._id), counts }, 'ledger.unbalanced')
}

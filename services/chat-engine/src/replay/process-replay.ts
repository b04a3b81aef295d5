import type { Collections, ReplayResultDocument } from '@omnistream/mongo'
import { lookUpContacts } from '@omnistream/postgres'
import type { AnyBulkWriteOperation } from 'mongodb'
import { followMoves } from '../batch/follow-moves.ts'
import { loadMessages } from '../batch/merge-items.ts'
import { parseJob } from '../batch/parse-job.ts'
import { placeItems } from '../batch/place-items.ts'
import { type BatchDeps, processBatch } from '../batch/process-batch.ts'
import { routeItems } from '../batch/route-items.ts'
import type { Job } from '../batch/types.ts'
import { targetOf } from '../merge/merge-update.ts'
import { reportJob, resultId } from './report-job.ts'

export type ReplayDeps = BatchDeps & {
  collections: BatchDeps['collections'] & Pick<Collections, 'replayResults'>
}

/**
 * One batch of a replay: says what it would do, writes that down, then does it unless the run is dry. The report
 * comes first and the first one stands, or a crash in between would make a change look like none.
 */
export async function processReplay(jobs: readonly Job[], deps: ReplayDeps): Promise<void> {
  const { replayResults } = deps.collections
  const results = await report(jobs, deps)
  const operations = results.map(
    ({ _id, ...result }): AnyBulkWriteOperation<ReplayResultDocument> => ({
      updateOne: { filter: { _id }, update: { $setOnInsert: result }, upsert: true },
    }),
  )
  await replayResults.bulkWrite(operations, { ordered: false })
  const applied = jobs.filter((job) => job.replay?.dryRun === false)
  if (applied.length > 0) {
    for (const job of applied) {
      job.items = []
      delete job.error
    }
    await processBatch(applied, deps)
  }
  const dry = jobs.filter((job) => job.suspect && job.replay?.dryRun)
  for (const { row } of dry) {
    await deps.collections.webhookAudit.updateOne({ _id: row._id }, { $unset: { 'parse.tries': '' } })
  }
  await replayResults.updateMany({ _id: { $in: results.map(({ _id }) => _id) } }, { $set: { settled: true } })
}

async function report(jobs: readonly Job[], deps: ReplayDeps): Promise<ReplayResultDocument[]> {
  for (const job of jobs) parseJob(job, deps.findChannel, deps.maxBodyBytes)
  const items = jobs.flatMap((job) => job.items)
  await routeItems(items, deps.directory, deps.uuids)
  const placed = await placeItems(items, (people) => lookUpContacts(deps.pool, people), deps.uuids)
  await followMoves(placed, deps)
  const stored = await loadMessages(deps.collections.messages, [
    ...new Set(placed.map(({ update }) => targetOf(update))),
  ])
  return jobs.map((job) => reportJob(job, placed, stored, deps.now(), deps.uuids))
}

/** A payload that kept failing: the report says so. The audit row is only touched by a run that is not dry. */
export async function noteGivenUp(job: Job, error: string, deps: ReplayDeps): Promise<void> {
  if (!job.replay) return
  const result = reportJob({ ...job, items: [], error }, [], new Map(), deps.now(), deps.uuids)
  await deps.collections.replayResults.updateOne(
    { _id: resultId(job.replay.runId, deps.uuids.read(job.row._id)) },
    { $set: { ...withoutId(result), settled: true } },
    { upsert: true },
  )
}

function withoutId({ _id, ...rest }: ReplayResultDocument): Omit<ReplayResultDocument, '_id'> {
  return rest
}

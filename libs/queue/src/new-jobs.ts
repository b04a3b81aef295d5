import { OmniError } from '@omnistream/common'
import type { NewJob } from './job.ts'

/** What an index row of every store takes, and no id of ours comes near. */
const nameCharsMax = 512

/**
 * The jobs with each id once, the earliest time and the highest attempt of each.
 * @throws {OmniError} JOB_INVALID for an id or group that some store could not hold.
 */
export function distinctJobs(jobs: readonly NewJob[]): NewJob[] {
  const byId = new Map<string, NewJob>()
  for (const job of jobs) {
    check(job)
    const known = byId.get(job.id)
    byId.set(job.id, known === undefined ? job : merged(known, job))
  }
  return [...byId.values()]
}

function merged(one: NewJob, other: NewJob): NewJob {
  const { runAt: _, ...base } = one
  const attempt = Math.max(one.attempt ?? 0, other.attempt ?? 0)
  if (one.runAt === undefined || other.runAt === undefined) return { ...base, attempt }
  return { ...base, attempt, runAt: new Date(Math.min(one.runAt.getTime(), other.runAt.getTime())) }
}

function check(job: NewJob): void {
  const faults = [
    isName(job.id) ? '' : 'its id',
    isName(job.group) ? '' : 'its group',
    job.runAt === undefined || Number.isFinite(job.runAt.getTime()) ? '' : 'its time',
    Number.isSafeInteger(job.attempt ?? 0) && (job.attempt ?? 0) >= 0 ? '' : 'its attempt',
  ].filter((fault) => fault !== '')
  if (faults.length > 0)
    throw new OmniError('JOB_INVALID', `a job cannot be put in because of ${faults.join(' and ')}`)
}

const isName = (text: string): boolean =>
  text !== '' && text.length <= nameCharsMax && !text.includes('\0') && text.isWellFormed()

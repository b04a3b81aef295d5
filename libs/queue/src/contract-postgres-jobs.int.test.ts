import { describeQueue } from './contract/describe-queue.ts'
import { createJobsHarness } from './testing/postgres-harness.ts'

describeQueue('a PostgreSQL table of jobs', createJobsHarness)

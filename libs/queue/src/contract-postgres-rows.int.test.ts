import { describeQueue } from './contract/describe-queue.ts'
import { createRowsHarness } from './testing/postgres-harness.ts'

describeQueue('PostgreSQL rows that are the queue', createRowsHarness)

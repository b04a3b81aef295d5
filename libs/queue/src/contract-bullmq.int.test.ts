import { describeQueue } from './contract/describe-queue.ts'
import { createBullmqHarness } from './testing/bullmq-harness.ts'

describeQueue('BullMQ', () => createBullmqHarness())

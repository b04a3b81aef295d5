import { describeQueue } from './contract/describe-queue.ts'
import { createMongoHarness } from './testing/mongo-harness.ts'

describeQueue('MongoDB', createMongoHarness)

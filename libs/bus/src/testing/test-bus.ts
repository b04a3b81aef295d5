import { randomBytes } from 'node:crypto'
import { uuidv7 } from '@omnistream/common'
import { ensureDevstack } from '@omnistream/devstack'
import type { JetStreamManager } from 'nats'
import { type BusConnection, type BusLogger, connectBus } from '../connect-bus.ts'
import type { WebhookEnvelope } from '../envelope.ts'
import { ensureStreams, type StreamLimits } from '../streams.ts'
import { type StreamNames, type Subjects, streamNames, subjects } from '../subjects.ts'

export type LogEntry = { level: 'info' | 'warn'; fields: Record<string, unknown>; message: string }

export type TestBus = {
  bus: BusConnection
  url: string
  prefix: string
  names: StreamNames
  on: Subjects
  logger: BusLogger
  logged: LogEntry[]
  manager: JetStreamManager
  /** Deletes the streams of the prefix and closes the connection. */
  remove(): Promise<void>
}

/** Streams of a test's own hold back little: the server reserves what a stream may grow to. */
export const smallLimits: StreamLimits = { webhooksMaxBytes: 4 * 1024 ** 2, eventsMaxBytes: 4 * 1024 ** 2 }

/** A connection and a stream prefix of their own; the streams are there unless `streams` is false. */
export async function createTestBus({
  url,
  streams = true,
  limits = smallLimits,
}: {
  url?: string
  streams?: boolean
  limits?: StreamLimits
} = {}): Promise<TestBus> {
  const servers = url ?? process.env.NATS_URL ?? (await ensureDevstack({ log: () => {} })).NATS_URL
  const prefix = `t${randomBytes(6).toString('hex')}_`
  const names = streamNames(prefix)
  const logged: LogEntry[] = []
  const logger: BusLogger = {
    info: (fields, message) => void logged.push({ level: 'info', fields, message }),
    warn: (fields, message) => void logged.push({ level: 'warn', fields, message }),
  }
  const bus = connectBus({ servers, name: `test ${prefix}`, logger, redialMs: 100 })
  if (!(await bus.untilUp(AbortSignal.timeout(10_000)))) throw new Error('the test server does not answer')
  const manager = await bus.manager()
  if (streams) await ensureStreams(manager, prefix, limits)
  return {
    ...{ bus, url: servers, prefix, names, on: subjects(prefix), logger, logged, manager },
    async remove() {
      const left = await Array.fromAsync(manager.streams.names())
      for (const name of left.filter((stream) => stream.startsWith(prefix)))
        await manager.streams.delete(name)
      await bus.close()
    },
  }
}

/** The envelope of a webhook; `channel` is what a test knows it by. */
export const webhook = (channel = 'whatsapp', id = uuidv7()): WebhookEnvelope => ({
  ...{ v: 1, kind: 'webhook', ids: [id], channel, publishedAt: 1_700_000_000_001 },
})

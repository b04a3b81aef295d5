import { type BusConnection, type BusLogger, claimChecks, publishAll, type Subjects } from '@omnistream/bus'
import type { Binary } from 'mongodb'
import type { PublishableRow } from './publishable-row.ts'

export type Published = { id: Binary; at: number }

export type Publisher = {
  /** Takes rows that are durable. Never waits and never throws: what cannot be published is the sweeper's. */
  add(rows: readonly PublishableRow[]): void
  /** Rows published since the last call that nobody has marked yet, older than `beforeMs`. */
  takePublished(beforeMs: number): Published[]
  /** Resolves when everything added before is settled. */
  idle(): Promise<void>
}

export type PublisherOptions = {
  bus: BusConnection
  subjects: Subjects
  logger: BusLogger
  now(): number
  /** Rows waiting for the bus at most; beyond it they are left to the sweeper, not to the memory. */
  waitingMax?: number
  batchMax?: number
  onOutcome?(outcome: 'published' | 'duplicate' | 'failed' | 'left', count: number): void
}

/** Publishes the ids of stored rows, batch after batch, behind the answer to the provider. */
export function createPublisher(options: PublisherOptions): Publisher {
  const waitingMax = options.waitingMax ?? 20_000
  const batchMax = options.batchMax ?? 500
  let waiting: PublishableRow[] = []
  let published: Published[] = []
  let running: Promise<void> | undefined
  const count = options.onOutcome ?? (() => {})

  const publishBatch = async (rows: PublishableRow[]): Promise<void> => {
    const at = options.now()
    const messages = claimChecks(rows, { subject: options.subjects.webhook, publishedAt: at })
    const outcomes = await publishAll(
      options.bus,
      messages.map(({ outgoing }) => outgoing),
    )
    let failed = 0
    for (const [index, message] of messages.entries()) {
      // The ids of new rows cannot have been published before; if the server says so, they are on the stream.
      if (outcomes[index]?.ok) published.push(...message.rows.map((row) => ({ id: row._id, at })))
      else failed += message.rows.length
    }
    if (failed > 0) {
      options.logger.warn({ failed }, 'publish.left_to_sweeper')
      count('failed', failed)
    }
    count('published', rows.length - failed)
  }

  const run = async (): Promise<void> => {
    try {
      while (waiting.length > 0) {
        const rows = waiting.slice(0, batchMax)
        waiting = waiting.slice(batchMax)
        await publishBatch(rows)
      }
    } finally {
      running = undefined
    }
  }

  return {
    add(rows) {
      const room = options.bus.isUp() ? waitingMax - waiting.length : 0
      if (room < rows.length) count('left', rows.length - Math.max(0, room))
      if (room > 0) waiting = waiting.concat(rows.slice(0, room))
      // Without a row to publish `run` would end before its promise is noted, and the note would stay for ever.
      if (waiting.length > 0) running ??= run()
    },
    takePublished(beforeMs) {
      const firstYounger = published.findIndex(({ at }) => at > beforeMs)
      const cut = firstYounger === -1 ? published.length : firstYounger
      const taken = published.slice(0, cut)
      published = published.slice(cut)
      return taken
    },
    async idle() {
      await running
    },
  }
}

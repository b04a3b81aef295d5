import type { Logger } from '@omnistream/common'
import { createGuard, type GuardOptions } from '@omnistream/delivery'
import type { Pool } from '@omnistream/postgres/pool'
import type { TableSource } from '@omnistream/queue'
import {
  deleteEndpoint,
  disableEndpoint,
  enableEndpoint,
  pauseEndpoint,
  resumeEndpoint,
  updateEndpoint,
} from './endpoints/change-endpoint.ts'
import { createEndpoint } from './endpoints/create-endpoint.ts'
import { getEndpoint, listEndpoints } from './endpoints/read-endpoints.ts'
import { getSecret, rotateSecret } from './endpoints/rotate-secret.ts'
import { listAttempts } from './history/list-attempts.ts'
import { getDelivery, listDeliveries } from './history/list-deliveries.ts'
import { getMessage, listMessages } from './history/list-messages.ts'
import { prune } from './history/prune.ts'
import type { Context } from './hookgres-context.ts'
import { createSortableIds } from './ids.ts'
import { replayDeliveries } from './replay/replay-deliveries.ts'
import { replayDelivery } from './replay/replay-delivery.ts'
import { type MigrationReport, migrate } from './schema/migrate.ts'
import { sourceOf, tablesOf } from './schema/tables.ts'
import { type SendInput, type SendOptions, type Sent, sendMessages } from './send/send-messages.ts'
import { sendMissed } from './send/send-missed.ts'
import { createWorker, type Worker } from './worker/create-worker.ts'
import { createTeller, type OnEvent } from './worker/events.ts'
import type { WorkerOptions } from './worker/worker-options.ts'

export type HookgresOptions = {
  /** The caller's, and closed by the caller. */
  pool: Pool
  /** The PostgreSQL schema of the tables; `hookgres`. */
  schema?: string
  /** Where requests may go; only to public addresses where left out. */
  guard?: GuardOptions
  /** Of the JSON text of a payload; 1 MiB. */
  payloadBytesMax?: number
  logger?: Pick<Logger, 'warn'>
  /** Hears what this process's workers bring about. */
  onEvent?: OnEvent
  now?: () => Date
}

/** A function without its first argument, the context. */
type Bound<Verb> = Verb extends (context: Context, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never

export type Hookgres = {
  schema: string
  /** The rows of deliveries, for a queue that the caller makes. */
  source: TableSource
  /** Creates the tables or brings them up to date. Idempotent, and safe from many processes at once. */
  migrate(): Promise<MigrationReport>
  /** Stores a message and its deliveries, with `client` in the caller's transaction. */
  send(input: SendInput, options?: SendOptions): Promise<Sent>
  /** The same for up to 1,000 in one statement. */
  sendMany(inputs: readonly SendInput[], options?: SendOptions): Promise<Sent[]>
  sendMissed: Bound<typeof sendMissed>
  replayDelivery: Bound<typeof replayDelivery>
  replayDeliveries: Bound<typeof replayDeliveries>
  prune: Bound<typeof prune>
  endpoints: {
    create: Bound<typeof createEndpoint>
    get: Bound<typeof getEndpoint>
    list: Bound<typeof listEndpoints>
    update: Bound<typeof updateEndpoint>
    disable: Bound<typeof disableEndpoint>
    enable: Bound<typeof enableEndpoint>
    pause: Bound<typeof pauseEndpoint>
    resume: Bound<typeof resumeEndpoint>
    delete: Bound<typeof deleteEndpoint>
    rotateSecret: Bound<typeof rotateSecret>
    getSecret: Bound<typeof getSecret>
  }
  messages: { get: Bound<typeof getMessage>; list: Bound<typeof listMessages> }
  deliveries: { get: Bound<typeof getDelivery>; list: Bound<typeof listDeliveries> }
  attempts: { list: Bound<typeof listAttempts> }
  /** What makes the requests; any number, in any process. */
  createWorker(options?: WorkerOptions): Worker
}

const mebibyte = 1_048_576

/**
 * Signed webhooks to tenants' endpoints, kept in PostgreSQL. Connects to nothing by itself: the pool is the caller's.
 * @throws {OmniError} SCHEMA_NAME_INVALID, INVALID_ADDRESS_LIST
 */
export function createHookgres(options: HookgresOptions): Hookgres {
  const { pool, schema = 'hookgres', guard = {}, now = () => new Date() } = options
  const tables = tablesOf(schema)
  const context: Context = {
    ...{ pool, tables, guard: createGuard(guard), logger: options.logger ?? { warn: () => {} } },
    payloadBytesMax: options.payloadBytesMax ?? mebibyte,
    nextId: createSortableIds(() => now().getTime()),
  }
  const bind =
    <Rest extends unknown[], Result>(verb: (context: Context, ...rest: Rest) => Result) =>
    (...rest: Rest): Result =>
      verb(context, ...rest)
  const sendMany = bind(sendMessages)
  const tell = createTeller(options.onEvent, context)
  return {
    ...{ schema, source: sourceOf(schema), migrate: () => migrate(pool, tables) },
    async send(input, sendOptions) {
      const [sent] = await sendMany([input], sendOptions)
      if (sent === undefined) throw new Error('a message was sent without a result')
      return sent
    },
    sendMany,
    sendMissed: bind(sendMissed),
    replayDelivery: bind(replayDelivery),
    replayDeliveries: bind(replayDeliveries),
    prune: bind(prune),
    endpoints: {
      ...{ create: bind(createEndpoint), get: bind(getEndpoint), list: bind(listEndpoints) },
      ...{ update: bind(updateEndpoint), disable: bind(disableEndpoint), enable: bind(enableEndpoint) },
      ...{ pause: bind(pauseEndpoint), resume: bind(resumeEndpoint), delete: bind(deleteEndpoint) },
      ...{ rotateSecret: bind(rotateSecret), getSecret: bind(getSecret) },
    },
    messages: { get: bind(getMessage), list: bind(listMessages) },
    deliveries: { get: bind(getDelivery), list: bind(listDeliveries) },
    attempts: { list: bind(listAttempts) },
    createWorker: (workerOptions) => createWorker({ context, guard, tell, now }, workerOptions),
  }
}

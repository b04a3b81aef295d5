import { OmniError } from '@omnistream/common'
import {
  DiscardPolicy,
  type JetStreamManager,
  nanos,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from 'nats'
import { apiCode } from './api-code.ts'
import { streamNames, subjects } from './subjects.ts'

export type StreamReport = { stream: string; action: 'created' | 'unchanged' | 'updated'; detail?: string }

export type StreamLimits = { webhooksMaxBytes?: number; eventsMaxBytes?: number; replicas?: number }

const hourMs = 3_600_000
const notFound = 10_059
const nameInUse = 10_058

/**
 * `WEBHOOKS` is a work queue: an id leaves it once it is parsed, and when it is full the publish is refused
 * (the sweeper tries again) rather than an unparsed id dropped. `EVENTS` keeps a week for late readers; its
 * window is long enough that the redelivery after a crash is recognised as the same event.
 */
export function streamConfigs(prefix: string, limits: StreamLimits = {}): Partial<StreamConfig>[] {
  const names = streamNames(prefix)
  const on = subjects(prefix)
  const common = { storage: StorageType.File, num_replicas: limits.replicas ?? 1 }
  return [
    {
      ...common,
      name: names.webhooks,
      subjects: [on.allWebhooks, on.allReplays],
      retention: RetentionPolicy.Workqueue,
      discard: DiscardPolicy.New,
      max_bytes: limits.webhooksMaxBytes ?? 1024 ** 3,
      max_age: 0,
      duplicate_window: nanos(2 * 60_000),
    },
    {
      ...common,
      name: names.events,
      subjects: [on.allEvents],
      retention: RetentionPolicy.Limits,
      discard: DiscardPolicy.Old,
      max_bytes: limits.eventsMaxBytes ?? 1024 ** 3,
      max_age: nanos(7 * 24 * hourMs),
      duplicate_window: nanos(10 * 60_000),
    },
  ]
}

/**
 * Creates both streams, or brings an existing one to these settings.
 * @throws {OmniError} STREAM_REFUSED where the server will not make or change one; the message says why.
 */
export async function ensureStreams(
  manager: JetStreamManager,
  prefix: string,
  limits: StreamLimits = {},
): Promise<StreamReport[]> {
  const reports: StreamReport[] = []
  for (const config of streamConfigs(prefix, limits)) reports.push(await ensureStream(manager, config))
  return reports
}

async function ensureStream(manager: JetStreamManager, config: Partial<StreamConfig>): Promise<StreamReport> {
  const name = String(config.name)
  const existing = await findStream(manager, name)
  if (!existing) {
    try {
      await manager.streams.add(config)
      return { stream: name, action: 'created' }
    } catch (error) {
      // Another process made it between the look and the call: compare with what it made.
      if (apiCode(error) === nameInUse) return await ensureStream(manager, config)
      throw refused(error, `NATS refuses to make the stream ${name}: ${String(error)}`)
    }
  }
  const differences = differencesOf(config, existing)
  if (differences.length === 0) return { stream: name, action: 'unchanged' }
  try {
    await manager.streams.update(name, config)
  } catch (error) {
    const what = `the stream ${name} exists with other settings and NATS refuses to change them`
    throw refused(error, `${what}: ${differences.join('; ')}`)
  }
  return { stream: name, action: 'updated', detail: differences.join('; ') }
}

/** A server that did not answer at all has refused nothing. */
const refused = (error: unknown, message: string): unknown =>
  apiCode(error) === undefined ? error : new OmniError('STREAM_REFUSED', message, { cause: error })

async function findStream(manager: JetStreamManager, name: string): Promise<StreamConfig | undefined> {
  try {
    return (await manager.streams.info(name)).config
  } catch (error) {
    if (apiCode(error) === notFound) return undefined
    throw error
  }
}

function differencesOf(wanted: Partial<StreamConfig>, found: StreamConfig): string[] {
  const has: Record<string, unknown> = { ...found }
  return Object.entries(wanted).flatMap(([field, value]) =>
    JSON.stringify(has[field]) === JSON.stringify(value)
      ? []
      : [`${field} is ${JSON.stringify(has[field])}, wanted ${JSON.stringify(value)}`],
  )
}

import {
  type BusConnection,
  envelopeVersion,
  type Outgoing,
  publishAll,
  type Subjects,
} from '@omnistream/bus'
import { type Logger, sleep } from '@omnistream/common'
import { type Drift, listUntoldDrift, markDriftTold, nobody, type Pool } from '@omnistream/postgres'
import { eventIdOf } from '../derive-ids.ts'

export type TellDriftDeps = {
  pool: Pool
  bus: BusConnection
  subjects: Subjects
  logger: Logger
  now(): Date
  intervalMs: number
}

const namesMax = 100

/** Publishes one event for each name that was seen for the first time, until it is to stop. */
export async function runDriftTeller(deps: TellDriftDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const told = deps.bus.isUp() ? await tellDrift(deps) : 0
    if (told < namesMax) await sleep(deps.intervalMs, signal)
  }
}

/** Out: how many were told. Their ids follow from the name: told twice is told once. */
export async function tellDrift({ pool, bus, subjects, logger, now }: TellDriftDeps): Promise<number> {
  const untold = await listUntoldDrift(pool, namesMax)
  const events = untold.filter(({ tenantId }) => tenantId !== nobody)
  const outcomes = await publishAll(
    bus,
    events.map((drift) => eventOf(drift, subjects)),
  )
  const told = [
    ...untold.filter(({ tenantId }) => tenantId === nobody),
    ...events.filter((_, index) => outcomes[index]?.ok),
  ]
  for (const { tenantId, channel, what, name, auditId, path } of told) {
    logger.warn({ tenant_id: tenantId, channel, what, name, audit_id: auditId, path }, 'drift.first_seen')
  }
  await markDriftTold(
    pool,
    told.map(({ id }) => id),
    now(),
  )
  return told.length
}

function eventOf(drift: Drift, on: Subjects): Outgoing {
  const id = eventIdOf(`drift:${drift.id}`)
  const type = 'drift.first_seen'
  return {
    subject: on.event(drift.tenantId, type),
    messageId: id,
    envelope: {
      ...{
        v: envelopeVersion,
        kind: 'event',
        id,
        type,
        tenantId: drift.tenantId,
        accountId: drift.accountId,
      },
      ...{ channel: drift.channel, at: drift.firstSeenAt.getTime() },
      data: {
        drift_id: drift.id,
        what: drift.what,
        name: drift.name,
        audit_id: drift.auditId,
        path: drift.path,
        parser_version: drift.parserVersion,
      },
    },
  }
}

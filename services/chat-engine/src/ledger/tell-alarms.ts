import {
  type BusConnection,
  envelopeVersion,
  type Outgoing,
  publishAll,
  type Subjects,
} from '@omnistream/bus'
import type { Logger } from '@omnistream/common'
import { type LedgerAlarm, listUntoldAlarms, markAlarmsTold, nobody, type Pool } from '@omnistream/postgres'
import { eventIdOf } from '../derive-ids.ts'

export type TellDeps = { pool: Pool; bus: BusConnection; subjects: Subjects; logger: Logger; now(): Date }

const alarmsMax = 100

type Telling = { alarm: LedgerAlarm; state: 'alarm' | 'cleared' }

/**
 * Publishes the events of alarms that were raised or cleared. Their ids follow from the alarm, so that one that is told
 * twice, after a crash or by two engines, is one. What the bus does not take is told the next time.
 */
export async function tellAlarms({ pool, bus, subjects, logger, now }: TellDeps): Promise<void> {
  if (!bus.isUp()) return
  const tellings = (await listUntoldAlarms(pool, alarmsMax)).flatMap(tellingsOf)
  // Nobody reads the events of no tenant: such alarms are in the log and the metric.
  const told: Telling[] = tellings.filter(({ alarm }) => alarm.tenantId === nobody)
  const events = tellings.filter(({ alarm }) => alarm.tenantId !== nobody)
  const outcomes = await publishAll(
    bus,
    events.map((telling) => alarmEvent(telling, subjects)),
  )
  told.push(...events.filter((_, index) => outcomes[index]?.ok))
  for (const { alarm, state } of told) {
    const { tenantId, accountId, channel, hour, overdue, mismatched } = alarm
    const fields = { tenant_id: tenantId, account_id: accountId, channel, hour, overdue, mismatched }
    if (state === 'alarm') logger.error(fields, 'ledger.alarm')
    else logger.info(fields, 'ledger.cleared')
  }
  const idsOf = (wanted: Telling['state']): string[] =>
    told.flatMap(({ alarm, state }) => (state === wanted ? [alarm.id] : []))
  await markAlarmsTold(pool, { raised: idsOf('alarm'), cleared: idsOf('cleared'), now: now() })
}

function tellingsOf(alarm: LedgerAlarm): Telling[] {
  const raised: Telling[] = alarm.raisedToldAt === null ? [{ alarm, state: 'alarm' }] : []
  const cleared: Telling[] =
    alarm.clearedAt !== null && alarm.clearedToldAt === null ? [{ alarm, state: 'cleared' }] : []
  return [...raised, ...cleared]
}

/** The event of an alarm that was raised or cleared. */
export function alarmEvent({ alarm, state }: Telling, on: Subjects): Outgoing {
  const id = eventIdOf(`ledger:${alarm.id}:${state}`)
  const type = `ledger.${state}` as const
  const at = state === 'cleared' && alarm.clearedAt ? alarm.clearedAt : alarm.raisedAt
  return {
    subject: on.event(alarm.tenantId, type),
    messageId: id,
    envelope: {
      ...{
        v: envelopeVersion,
        kind: 'event',
        id,
        type,
        tenantId: alarm.tenantId,
        accountId: alarm.accountId,
      },
      ...{ channel: alarm.channel, at: at.getTime() },
      data: {
        alarm_id: alarm.id,
        hour: alarm.hour.toISOString(),
        overdue: alarm.overdue,
        mismatched: alarm.mismatched,
        oldest_pending_at: alarm.oldestPendingAt?.toISOString() ?? null,
      },
    },
  }
}

import { envelopeVersion, type Outgoing, type Subjects } from '@omnistream/bus'
import type { AccountUpdateDocument, UuidCodec } from '@omnistream/mongo'
import { eventIdOf } from '../derive-ids.ts'
import { type Item, isSilent, type Job } from './types.ts'

/** The events of what channels said of accounts, one for each update that was stored; its id follows from the update. */
export const accountEvents = (items: readonly Item[], on: Subjects, uuids: UuidCodec): Outgoing[] =>
  items.flatMap(({ job, accountUpdate, outcome }) =>
    accountUpdate && outcome?.kind === 'stored' && !isSilent(job)
      ? [eventOf(accountUpdate, job, on, uuids)]
      : [],
  )

/** What the channel said stays in MongoDB: it may be long, and events are short. */
function eventOf(update: AccountUpdateDocument, job: Job, on: Subjects, uuids: UuidCodec): Outgoing {
  const type = 'account.updated'
  const updateId = uuids.read(update._id)
  const tenantId = uuids.read(update.tenant_id)
  const id = eventIdOf(`${type}:${updateId}`)
  return {
    subject: on.event(tenantId, type),
    messageId: id,
    ...(job.traceparent ? { traceparent: job.traceparent } : {}),
    envelope: {
      ...{ v: envelopeVersion, kind: 'event', id, type, tenantId, accountId: uuids.read(update.account_id) },
      ...{ channel: update.channel, at: update.at.getTime() },
      data: {
        update_id: updateId,
        event: update.event,
        audit_id: uuids.read(update.audit_id),
        replayed: job.replay !== undefined,
      },
    },
  }
}

import {
  type BusConnection,
  envelopeVersion,
  type Outgoing,
  publishAll,
  type Subjects,
} from '@omnistream/bus'
import { sleep } from '@omnistream/common'
import type { MediaDocument, UuidCodec } from '@omnistream/mongo'
import type { Collection, Filter } from 'mongodb'
import { eventIdOf } from '../derive-ids.ts'

export type TellMediaDeps = {
  media: Collection<MediaDocument>
  bus: BusConnection
  subjects: Subjects
  uuids: UuidCodec
  intervalMs: number
}

export const untoldFilter: Filter<MediaDocument> = { untold: true }

const mediaMax = 100

/** Publishes one event for each medium that was stored, until it is to stop. */
export async function runMediaTeller(deps: TellMediaDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const told = deps.bus.isUp() ? await tellMedia(deps) : 0
    if (told < mediaMax) await sleep(deps.intervalMs, signal)
  }
}

/** Out: how many were told. The id of an event follows from the medium: told twice is told once. */
export async function tellMedia({ media, bus, subjects, uuids }: TellMediaDeps): Promise<number> {
  const untold = await media.find(untoldFilter).sort({ stored_at: 1 }).limit(mediaMax).toArray()
  if (untold.length === 0) return 0
  const outcomes = await publishAll(
    bus,
    untold.map((row) => eventOf(row, subjects, uuids)),
  )
  const told = untold.filter((_, index) => outcomes[index]?.ok).map(({ _id }) => _id)
  await media.updateMany({ _id: { $in: told } }, { $unset: { untold: true } })
  return told.length
}

function eventOf(row: MediaDocument, on: Subjects, uuids: UuidCodec): Outgoing {
  const mediaId = uuids.read(row._id)
  const tenantId = uuids.read(row.tenant_id)
  const type = 'media.stored'
  const id = eventIdOf(`${type}:${mediaId}`)
  return {
    subject: on.event(tenantId, type),
    messageId: id,
    envelope: {
      ...{ v: envelopeVersion, kind: 'event', id, type, tenantId, accountId: uuids.read(row.account_id) },
      ...{ channel: row.channel, at: (row.stored_at ?? row.updated_at).getTime() },
      data: {
        ...{ media_id: mediaId, message_id: uuids.read(row.message_id) },
        ...{ kind: row.ref.kind, mime_type: row.mime_type, bytes: row.bytes, sha256: row.sha256 },
      },
    },
  }
}

import { mediaIds } from '@omnistream/media'
import type { MediaDocument, MessageDocument, UuidCodec } from '@omnistream/mongo'
import type { AnyBulkWriteOperation, Binary, Collection } from 'mongodb'
import type { FindChannel } from '../batch/parse-job.ts'
import type { Item } from '../batch/types.ts'

export type NoteMediaDeps = {
  media: Collection<MediaDocument>
  findChannel: FindChannel
  uuids: UuidCodec
  now(): Date
}

export type NoteMedia = (items: readonly Item[]) => Promise<void>

type Told = { message: MessageDocument; auditId: Binary; replayed: boolean }

/**
 * Makes a row for each medium of the messages that a batch touched: one bulk write, and nothing where a row is there
 * already. A redelivered batch notes all of its media again, as its first worker may have died before this step. A replay
 * sends those that failed on their way once more.
 */
export function createMediaNotes(deps: NoteMediaDeps): NoteMedia {
  return async function noteMedia(items) {
    const told = new Map<string, Told>()
    for (const item of items) {
      const { message, job } = item
      const isNews = item.changed === true || job.attempt > 1 || job.replay !== undefined
      if (!message || message.placeholder || !isNews || !deps.findChannel(message.channel)?.media) continue
      const auditId = message.origin?.audit_id ?? job.row._id
      told.set(message.external_id, { message, auditId, replayed: job.replay !== undefined })
    }
    const operations = [...told.values()].flatMap((one) => operationsOf(one, deps))
    if (operations.length > 0) await deps.media.bulkWrite(operations, { ordered: false })
  }
}

function operationsOf(told: Told, { uuids, now }: NoteMediaDeps): AnyBulkWriteOperation<MediaDocument>[] {
  const at = now()
  return documentsOf(told, at, uuids).flatMap(({ _id, ...row }): AnyBulkWriteOperation<MediaDocument>[] => {
    const note = { updateOne: { filter: { _id }, update: { $setOnInsert: row }, upsert: true } }
    if (!told.replayed) return [note]
    const again = {
      $set: { state: 'pending' as const, attempts: 0, next_at: at, updated_at: at },
      $unset: { error: true as const },
    }
    return [note, { updateOne: { filter: { _id, state: 'failed' }, update: again } }]
  })
}

function documentsOf({ message, auditId }: Told, at: Date, uuids: UuidCodec): MediaDocument[] {
  const owner = { accountId: uuids.read(message.account_id), externalId: message.external_id }
  // What an edit took away was sent all the same.
  const lists = [message.content?.media ?? [], message.original?.content.media ?? []]
  return lists.flatMap((list) => {
    const ids = mediaIds(owner, list)
    return list.flatMap((ref, place): MediaDocument[] => {
      const id = ids[place]
      if (id === undefined) return []
      const expiresAt = ref.expiresAt
      return [
        {
          ...{ _id: uuids.write(id), tenant_id: message.tenant_id, account_id: message.account_id },
          ...{ channel: message.channel, message_id: message._id, place, ref, audit_id: auditId },
          ...{ state: 'pending', attempts: 0, next_at: at, created_at: at, updated_at: at },
          ...(typeof expiresAt === 'number' ? { expires_at: new Date(expiresAt) } : {}),
        },
      ]
    })
  })
}

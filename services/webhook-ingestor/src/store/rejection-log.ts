import { createHash } from 'node:crypto'
import type { UuidCodec, WebhookRejectionDocument } from '@omnistream/mongo'
import type { Collection } from 'mongodb'
import type { Rejection } from '../receive/receive-webhook.ts'

export type RejectionLog = { note(rejection: Rejection): void; settled(): Promise<void> }

export type RejectionLogOptions = {
  collection: Pick<Collection<WebhookRejectionDocument>, 'insertOne'>
  uuids: UuidCodec
  newId(now: number): string
  now(): number
  /** Records a minute at most, for this process: an attacker must not be able to fill the disk. */
  perMinuteMax: number
  onError(error: unknown): void
}

const textCharsMax = 200

/** Keeps a short record of refused webhooks: who, when, why and a hash of the body, never the body. */
export function createRejectionLog(options: RejectionLogOptions): RejectionLog {
  let minute = 0
  let noted = 0
  const writing = new Set<Promise<void>>()

  const write = async (document: WebhookRejectionDocument): Promise<void> => {
    try {
      await options.collection.insertOne(document)
    } catch (error) {
      options.onError(error)
    }
  }

  return {
    note(rejection) {
      const now = options.now()
      const current = Math.floor(now / 60_000)
      if (current !== minute) {
        minute = current
        noted = 0
      }
      if (noted >= options.perMinuteMax) return
      noted++
      const writingOne = write(document(rejection, now, options)).finally(() => writing.delete(writingOne))
      writing.add(writingOne)
    },
    async settled() {
      await Promise.all(writing)
    },
  }
}

function document(rejection: Rejection, now: number, options: RejectionLogOptions): WebhookRejectionDocument {
  return {
    _id: options.uuids.write(options.newId(now)),
    received_at: new Date(now),
    channel: rejection.channel,
    ...(rejection.accountKey === undefined
      ? {}
      : { account_key: rejection.accountKey.slice(0, textCharsMax) }),
    source_ip: rejection.sourceIp,
    signature_status: rejection.status,
    signature_detail: rejection.detail,
    body_bytes: rejection.body.length,
    body_sha256: createHash('sha256').update(rejection.body).digest('hex'),
    ...(rejection.userAgent === undefined ? {} : { user_agent: rejection.userAgent.slice(0, textCharsMax) }),
  }
}

import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { MediaRef } from '@omnistream/channels'
import type { Logger } from '@omnistream/common'
import { decodeBody } from '@omnistream/common/decode-body'
import type { MediaStore } from '@omnistream/media'
import type { MediaDocument, UuidCodec, WebhookAuditDocument } from '@omnistream/mongo'
import type { AccountDirectory } from '@omnistream/postgres'
import { RETRY } from '@omnistream/queue/retry'
import type { Collection } from 'mongodb'
import type { FindChannel } from '../batch/parse-job.ts'
import { type FetchDeps, fetchMedium } from './fetch-medium.ts'
import { holdLease } from './hold-lease.ts'
import type { MediaMetrics } from './media-metrics.ts'
import { type MediaRowDeps, settle } from './media-rows.ts'
import { finalVerdict, type Verdict } from './verdict.ts'

export type MediaWorkDeps = MediaRowDeps &
  Omit<FetchDeps, 'loadWebhook'> & {
    audit: Collection<WebhookAuditDocument>
    store: MediaStore
    directory: Pick<AccountDirectory, 'byIdOrExternalId'>
    findChannel: FindChannel
    /** Base URLs of providers by channel, where they are not the provider's own. */
    endpoints: ReadonlyMap<string, string>
    /** Where a medium is kept until it is whole. */
    draftFolder: string
    maxBodyBytes: number
    uuids: UuidCodec
    logger: Logger
    mediaMetrics: MediaMetrics
    /** Where a test kills the process. */
    mediaCheckpoint(step: 'fetched' | 'put'): void | Promise<void>
  }

/** How long after a fault of the storage it is tried again, ms. */
const storageAwayMs = 5_000

/** One try at one claimed medium: fetch, store, mark. A worker that dies anywhere leaves a lease that runs out. */
export async function workMedium(row: MediaDocument, deps: MediaWorkDeps, stop: AbortSignal): Promise<void> {
  const lease = holdLease(row, deps, stop)
  try {
    const tried = await tryMedium(row, deps, lease.signal)
    const verdict = finalVerdict(
      tried,
      { attempts: row.attempts, createdAt: row.created_at, expiresAt: row.expires_at },
      { attemptsMax: RETRY.attempts, now: deps.now() },
    )
    if (!(await settle(row, verdict, deps))) return
    deps.mediaMetrics.settled(row, verdict)
    tell(row, verdict, deps)
  } finally {
    lease.end()
  }
}

async function tryMedium(row: MediaDocument, deps: MediaWorkDeps, signal: AbortSignal): Promise<Verdict> {
  // Each of its tries ended with the worker's death.
  if (row.attempts > RETRY.attempts) {
    return { kind: 'failed', error: row.error ?? 'the workers that fetched it did not survive it' }
  }
  if (row.expires_at !== undefined && row.expires_at <= deps.now()) {
    return { kind: 'expired', error: 'it expired before it could be fetched' }
  }
  const account = deps.directory.byIdOrExternalId(row.channel, deps.uuids.read(row.account_id))
  if (account === undefined) return { kind: 'wait', error: 'its account is not configured' }
  const channel = deps.findChannel(row.channel)
  if (channel?.media === undefined) return { kind: 'failed', error: 'this channel has no way to its media' }
  const { accessTokens = [], appSecrets } = account.secrets
  const endpoint = deps.endpoints.get(row.channel)
  const ref = row.ref as MediaRef
  const step = channel.media(ref, {
    account: account.externalId,
    ...(accessTokens[0] === undefined ? {} : { accessToken: accessTokens[0] }),
    ...(appSecrets[0] === undefined ? {} : { appSecret: appSecrets[0] }),
    ...(endpoint === undefined ? {} : { endpoint }),
  })
  const file = join(deps.draftFolder, randomUUID())
  try {
    const fetched = await stored(deps, () =>
      fetchMedium(ref, step, file, { ...deps, loadWebhook: () => loadWebhook(row, deps) }, signal),
    )
    if (fetched.kind !== 'fetched') return fetched
    await deps.mediaCheckpoint('fetched')
    const { bytes, mimeType, sha256 } = fetched
    const key = keyOf(row, deps.uuids)
    const failure = await stored(deps, () => deps.store.put(key, file, mimeType))
    if (failure !== undefined) return failure
    await deps.mediaCheckpoint('put')
    return { kind: 'stored', key, bytes, mimeType, sha256 }
  } finally {
    await rm(file, { force: true })
  }
}

/** A disk or a storage that does not take the bytes is no fault of the medium. */
async function stored<Value>(
  { logger }: MediaWorkDeps,
  run: () => Promise<Value>,
): Promise<Value | Extract<Verdict, { kind: 'release' }>> {
  try {
    return await run()
  } catch (error) {
    logger.error({ err: error }, 'media.storage_failed')
    return { kind: 'release', error: 'the media storage does not take it', afterMs: storageAwayMs }
  }
}

/** The same for every try, so that one that died after the put is written over. Two letters spread the folders. */
export function keyOf(row: MediaDocument, uuids: UuidCodec): string {
  const id = uuids.read(row._id)
  return `${uuids.read(row.tenant_id)}/${id.slice(0, 2)}/${id}`
}

async function loadWebhook(row: MediaDocument, { audit, maxBodyBytes }: MediaWorkDeps) {
  const webhook = await audit.findOne({ _id: row.audit_id }, { projection: { body: 1, headers: 1 } })
  if (webhook === null) return undefined
  const wire = webhook.body.buffer.subarray(0, webhook.body.position)
  const body = decodeBody(wire, webhook.headers['content-encoding'], maxBodyBytes)
  return body.ok ? { body: body.bytes, headers: webhook.headers } : undefined
}

function tell(row: MediaDocument, verdict: Verdict, { logger, uuids }: MediaWorkDeps): void {
  const about = {
    ...{ media_id: uuids.read(row._id), message_id: uuids.read(row.message_id), channel: row.channel },
    attempts: row.attempts,
  }
  if (verdict.kind === 'stored') logger.info({ ...about, bytes: verdict.bytes }, 'media.stored')
  else if (verdict.kind !== 'release')
    logger.info({ ...about, reason: verdict.error }, `media.${verdict.kind}`)
}

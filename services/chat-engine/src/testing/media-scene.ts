import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { channelById, type MediaRef } from '@omnistream/channels'
import { createMetrics, silentLogger } from '@omnistream/common'
import { createTestDelivery, type TestDelivery } from '@omnistream/delivery/testing/test-deliverer'
import { createFolderStore, type MediaStore } from '@omnistream/media'
import {
  type Collections,
  collections,
  type MediaDocument,
  setupIndexes,
  standardUuids,
} from '@omnistream/mongo'
import { createTestMongo, type TestMongo } from '@omnistream/mongo/testing/test-mongo'
import type { AccountRecord } from '@omnistream/postgres'
import { createMediaMetrics } from '../media/media-metrics.ts'
import { claimDue } from '../media/media-rows.ts'
import { type MediaWorkDeps, workMedium } from '../media/work-medium.ts'

/** Real stores, and a local HTTP server that stands for the provider. */
export type MediaScene = {
  mongo: TestMongo
  store: Collections
  delivery: TestDelivery
  account: AccountRecord
  deps: MediaWorkDeps
  files: MediaStore
  /** A medium that is due, of the scene's account. */
  add(channel: string, ref: MediaRef, more?: Partial<MediaDocument>): Promise<MediaDocument>
  /** One try at what has been due longest; out: the row after it. */
  workOne(changes?: Partial<MediaWorkDeps>): Promise<MediaDocument | null>
  row(of: MediaDocument): Promise<MediaDocument | null>
  /** The bytes of a medium that is stored. */
  bytes(of: MediaDocument): Promise<string | undefined>
  /** Names of all files in the storage. */
  stored(): Promise<string[]>
  drop(): Promise<void>
}

export async function createMediaScene(): Promise<MediaScene> {
  const mongo = await createTestMongo()
  await setupIndexes(mongo.db, { auditDays: 0 })
  const store = collections(mongo.db)
  const folder = await mkdtemp(join(tmpdir(), 'omnistream-scene-'))
  const draftFolder = await mkdtemp(join(tmpdir(), 'omnistream-draft-'))
  const files = createFolderStore(folder)
  const delivery = createTestDelivery()
  const account: AccountRecord = {
    ...{ id: randomUUID(), tenantId: randomUUID(), channel: 'whatsapp', externalId: '700800900100200' },
    ...{ businessId: null, name: 'Shop', displayId: null, status: 'active' },
    secrets: { appSecrets: ['app-secret'], verifyTokens: [], accessTokens: ['opens-it'] },
  }
  const deps: MediaWorkDeps = {
    ...{ media: store.media, audit: store.webhookAudit, store: files, draftFolder, uuids: standardUuids },
    ...{ directory: { byIdOrExternalId: () => account }, findChannel: channelById, endpoints: new Map() },
    ...{ maxBytes: 1_000, types: ['*/*', '!application/x-msdownload'], maxBodyBytes: 1_000_000 },
    ...{ leaseMs: 60_000, newToken: randomUUID, random: () => 0, now: () => new Date() },
    ...{ logger: silentLogger(), mediaMetrics: createMediaMetrics(createMetrics({ service: 'test' })) },
    ...{ mediaCheckpoint: () => {}, deliverer: delivery.deliverer() },
  }
  const row = (of: MediaDocument) => store.media.findOne({ _id: of._id })
  return {
    ...{ mongo, store, delivery, account, deps, files, row },
    async add(channel, ref, more = {}) {
      const at = new Date()
      const id = (text: string = randomUUID()) => standardUuids.write(text)
      const medium: MediaDocument = {
        ...{ _id: id(), tenant_id: id(account.tenantId), account_id: id(account.id), message_id: id() },
        ...{ channel, place: 0, ref, audit_id: id(), state: 'pending', attempts: 0, next_at: at },
        ...{ created_at: at, updated_at: at },
        ...more,
      }
      await store.media.insertOne(medium)
      return medium
    },
    async workOne(changes = {}) {
      const all = { ...deps, ...changes }
      const claimed = await claimDue(all)
      if (!claimed) return null
      await workMedium(claimed, all, new AbortController().signal)
      return await row(claimed)
    },
    async bytes(of) {
      const stream = await files.get((await row(of))?.storage_key ?? 'none')
      return stream && (await buffer(stream)).toString()
    },
    async stored() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
    },
    async drop() {
      await delivery.clean()
      await mongo.remove()
      for (const path of [folder, draftFolder]) await rm(path, { recursive: true, force: true })
    },
  }
}

import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from '@omnistream/common'
import { createDeliverer } from '@omnistream/delivery'
import type { MediaStore } from '@omnistream/media'
import type { EngineParts } from '../engine-parts.ts'
import { createMediaMetrics } from './media-metrics.ts'
import { parseEndpoints } from './parse-endpoints.ts'
import { runMediaWorkers } from './run-media-workers.ts'
import { runMediaTeller } from './tell-media.ts'
import type { MediaWorkDeps } from './work-medium.ts'

/**
 * What fetches media and tells of them.
 * @throws {ConfigError} for an endpoint, {OmniError} INVALID_ADDRESS_LIST for an allowed host, that cannot be read.
 */
export function mediaWorkers(
  parts: EngineParts,
  store: MediaStore,
  mediaCheckpoint: MediaWorkDeps['mediaCheckpoint'],
): Worker[] {
  const { config, batch, metrics, logger, now } = parts
  const { uuids, directory, findChannel, bus, subjects } = batch
  const { media, webhookAudit: audit } = parts.store
  const deliverer = createDeliverer({ guard: { allow: config.MEDIA_ALLOWED_HOSTS } })
  const deps = {
    ...{ media, audit, store, directory, findChannel, uuids, logger, now, deliverer, mediaCheckpoint },
    ...{ maxBytes: config.MEDIA_MAX_BYTES, types: config.MEDIA_TYPES, maxBodyBytes: config.MAX_BODY_BYTES },
    ...{ endpoints: parseEndpoints(config.MEDIA_ENDPOINTS), leaseMs: config.MEDIA_LEASE },
    ...{ concurrency: config.MEDIA_CONCURRENCY, pollMs: 1_000 },
    ...{ newToken: randomUUID, random: Math.random, mediaMetrics: createMediaMetrics(metrics) },
  }
  return [
    {
      name: 'media',
      async run(signal) {
        await store.check()
        const draftFolder = await mkdtemp(join(tmpdir(), 'omnistream-media-'))
        try {
          await runMediaWorkers({ ...deps, draftFolder }, signal)
        } finally {
          await rm(draftFolder, { recursive: true, force: true })
        }
      },
      async stop() {
        await deliverer.close()
        store.close()
      },
    },
    {
      name: 'media-teller',
      run: (signal) => runMediaTeller({ media, bus, subjects, uuids, intervalMs: 1_000 }, signal),
    },
  ]
}

import { durationMs, list, wholeNumber } from '@omnistream/common'
import { mediaStorageConfig } from '@omnistream/media'
import { z } from 'zod'

/** What no inbox needs and nobody should open. */
const programs = [
  'vnd.microsoft.portable-executable',
  'x-msdownload',
  'x-msdos-program',
  'x-executable',
  'x-sharedlib',
  'x-sh',
].map((name) => `!application/${name}`)

/** Settings of the media workers; none counts while MEDIA_STORAGE is off. */
export const mediaConfig = z.object({
  ...mediaStorageConfig.shape,
  MEDIA_MAX_BYTES: wholeNumber({ min: 1, max: 5 * 1024 ** 3 })
    .default(100 * 1024 * 1024)
    .describe('Largest medium that is fetched'),
  MEDIA_TYPES: list()
    .default(['*/*', ...programs])
    .describe('Types that are stored (image/*); one after ! is not'),
  MEDIA_CONCURRENCY: wholeNumber({ min: 1, max: 64 }).default(4).describe('Media fetched at once'),
  MEDIA_ALLOWED_HOSTS: list()
    .default([])
    .describe('Addresses, ranges and names that media may come from although they are not public'),
  MEDIA_ENDPOINTS: list()
    .default([])
    .describe("Provider APIs to ask for media instead of the provider's own: channel=url"),
  MEDIA_LEASE: durationMs()
    .default(30_000)
    .describe('Time after which the media of a worker that died go to another'),
})

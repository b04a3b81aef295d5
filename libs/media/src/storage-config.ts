import { oneOf, secret, text, url } from '@omnistream/common/config-types'
import { z } from 'zod'

/** Where media are kept: settings that the engine, which writes them, and the API, which reads them, share. */
export const mediaStorageConfig = z.object({
  MEDIA_STORAGE: oneOf(['off', 'folder', 's3'])
    .default('off')
    .describe('Where media are kept; off fetches and serves none'),
  MEDIA_FOLDER: text().optional().describe('Folder of media, for MEDIA_STORAGE=folder'),
  MEDIA_S3_ENDPOINT: url(['http', 'https'])
    .optional()
    .describe("Server that speaks S3, for MEDIA_STORAGE=s3; Amazon's where absent"),
  MEDIA_S3_REGION: text().default('us-east-1').describe('Region of the bucket'),
  MEDIA_S3_BUCKET: text().optional().describe('Bucket of media, which must exist'),
  MEDIA_S3_PREFIX: text().default('media/').describe('Put before every key in the bucket'),
  MEDIA_S3_ACCESS_KEY: text().optional().describe("Access key id; the machine's own role where absent"),
  MEDIA_S3_SECRET_KEY: secret().optional().describe('Secret of that access key'),
})

export type MediaStorageConfig = Readonly<z.output<typeof mediaStorageConfig>>

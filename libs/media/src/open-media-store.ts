import { ConfigError } from '@omnistream/common/config'
import { createFolderStore } from './create-folder-store.ts'
import type { MediaStore } from './media-store.ts'
import type { MediaStorageConfig } from './storage-config.ts'

/**
 * The storage that the settings name, undefined where there is none; nothing is connected yet. The S3 client is
 * loaded only where it is used.
 * @throws {ConfigError} where a setting that the storage needs is absent.
 */
export async function openMediaStore(
  config: MediaStorageConfig,
  service: string,
): Promise<MediaStore | undefined> {
  if (config.MEDIA_STORAGE === 'off') return undefined
  if (config.MEDIA_STORAGE === 'folder') {
    if (config.MEDIA_FOLDER === undefined) throw absent(service, 'MEDIA_FOLDER', 'folder')
    return createFolderStore(config.MEDIA_FOLDER)
  }
  const { MEDIA_S3_BUCKET: bucket, MEDIA_S3_ACCESS_KEY: id, MEDIA_S3_SECRET_KEY: key } = config
  if (bucket === undefined) throw absent(service, 'MEDIA_S3_BUCKET', 's3')
  if (id !== undefined && key === undefined) throw absent(service, 'MEDIA_S3_SECRET_KEY', 's3')
  const { createS3Store } = await import('./create-s3-store.ts')
  return createS3Store({
    ...{ bucket, region: config.MEDIA_S3_REGION, prefix: config.MEDIA_S3_PREFIX },
    ...(config.MEDIA_S3_ENDPOINT === undefined ? {} : { endpoint: config.MEDIA_S3_ENDPOINT }),
    ...(id === undefined || key === undefined
      ? {}
      : { credentials: { accessKeyId: id, secretAccessKey: key } }),
  })
}

const absent = (service: string, name: string, storage: string): ConfigError =>
  new ConfigError(service, [`${name}: is required with MEDIA_STORAGE=${storage} and was not set`])

import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createFolderStore } from './create-folder-store.ts'
import { createS3Store } from './create-s3-store.ts'
import { startS3Server } from './testing/s3-server.ts'
import { describeMediaStore } from './testing/store-cases.ts'

describeMediaStore('a folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'omnistream-media-'))
  return {
    store: createFolderStore(folder),
    another: () => createFolderStore(folder),
    close: () => rm(folder, { recursive: true, force: true }),
  }
})

describeMediaStore('a server that speaks S3', async () => {
  const server = await startS3Server()
  const stores = [createS3Store(server.options)]
  return {
    store: stores[0] as ReturnType<typeof createS3Store>,
    another() {
      const store = createS3Store(server.options)
      stores.push(store)
      return store
    },
    async close() {
      for (const store of stores) store.close()
      await server.close()
    },
  }
})

it('a folder keeps no rest of what came to nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'omnistream-media-'))
  const store = createFolderStore(folder)
  await expect(store.put('a/b', join(folder, 'absent'), 'text/plain')).rejects.toThrow()
  expect(await readdir(join(folder, '.unfinished'))).toEqual([])
  await rm(folder, { recursive: true })
})

it('a bucket that is not there, or a wrong key, is told by the check', async () => {
  const server = await startS3Server()
  const absent = createS3Store({ ...server.options, bucket: 'absent' })
  const wrong = createS3Store({
    ...server.options,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'wrong' },
  })
  await expect(absent.check()).rejects.toThrow()
  await expect(wrong.check()).rejects.toThrow()
  absent.close()
  wrong.close()
  await server.close()
})

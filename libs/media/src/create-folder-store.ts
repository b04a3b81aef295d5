import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { errorCode } from '@omnistream/common/error-code'
import { type MediaStore, requireKey } from './media-store.ts'

/** Begins with a dot, which no key does. */
const unfinished = '.unfinished'

/**
 * Media as files below one folder, which may be shared by several machines. A file appears under its name once it is
 * whole and on the disk: it is written beside, synced and renamed.
 */
export function createFolderStore(folder: string): MediaStore {
  const root = resolve(folder)
  const pathOf = (key: string): string => join(root, requireKey(key))

  return {
    async put(key, file) {
      const target = pathOf(key)
      await mkdir(join(root, unfinished), { recursive: true, mode: 0o700 })
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      const draft = join(root, unfinished, randomUUID())
      try {
        await copyFile(file, draft, constants.COPYFILE_EXCL)
        await sync(draft)
        await rename(draft, target)
        // The name must outlive a power cut as well as the bytes do.
        await sync(dirname(target))
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    async get(key, range) {
      try {
        const file = await open(pathOf(key), 'r')
        return file.createReadStream(range ?? {})
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return undefined
        throw error
      }
    },
    async delete(key) {
      await rm(pathOf(key), { force: true })
    },
    async check() {
      await mkdir(root, { recursive: true, mode: 0o700 })
      await access(root, constants.R_OK | constants.W_OK)
    },
    close() {},
  }
}

async function sync(path: string): Promise<void> {
  const opened = await open(path, 'r')
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}

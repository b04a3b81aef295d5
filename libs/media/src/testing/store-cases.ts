import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MediaStore } from '../media-store.ts'

export type OpenedStore = { store: MediaStore; another(): MediaStore; close(): Promise<void> }

/** What every storage of media must do; each runs it against its real peer. */
export function describeMediaStore(name: string, open: () => Promise<OpenedStore>): void {
  describe(name, () => {
    let opened: OpenedStore
    let store: MediaStore
    let folder: string
    beforeAll(async () => {
      opened = await open()
      store = opened.store
      folder = await mkdtemp(join(tmpdir(), 'omnistream-put-'))
    })
    afterAll(async () => {
      await opened?.close()
      await rm(folder, { recursive: true, force: true })
    })
    const put = async (key: string, bytes: string | Buffer): Promise<void> => {
      const file = join(folder, 'file')
      await writeFile(file, bytes)
      await store.put(key, file, 'image/png')
    }
    const read = async (key: string, from = store): Promise<string | undefined> => {
      const stream = await from.get(key)
      return stream && (await buffer(stream)).toString()
    }

    it('gives back what was put, to another client too', async () => {
      await put('tenant/ab/one', 'first second')
      expect(await read('tenant/ab/one', opened.another())).toBe('first second')
    })

    it('keeps 20 MB byte for byte', async () => {
      const bytes = Buffer.alloc(20_000_000, 'média')
      await put('tenant/ab/large', bytes)
      const stream = await store.get('tenant/ab/large')
      expect(stream && (await buffer(stream)).equals(bytes)).toBe(true)
    })

    it('replaces an object, and takes an empty one', async () => {
      await put('tenant/ab/twice', 'old and longer')
      await put('tenant/ab/twice', 'new')
      expect(await read('tenant/ab/twice')).toBe('new')
      await put('tenant/ab/empty', '')
      expect(await read('tenant/ab/empty')).toBe('')
    })

    it('gives a part', async () => {
      await put('tenant/ab/part', '0123456789')
      const stream = await store.get('tenant/ab/part', { start: 2, end: 4 })
      expect(stream && (await buffer(stream)).toString()).toBe('234')
    })

    it('leaves what was there where the file cannot be read', async () => {
      await put('tenant/ab/kept', 'kept')
      await expect(store.put('tenant/ab/kept', join(folder, 'absent'), 'image/png')).rejects.toThrow()
      expect(await read('tenant/ab/kept')).toBe('kept')
    })

    it('has nothing under a key that was deleted, or never put', async () => {
      await put('tenant/ab/gone', 'x')
      await store.delete('tenant/ab/gone')
      await store.delete('tenant/ab/gone')
      expect(await read('tenant/ab/gone')).toBeUndefined()
      expect(await read('tenant/never')).toBeUndefined()
    })

    it.each(['../x', 'a/../b', '/etc/passwd', '', '.hidden', 'a//b', 'A', 'a\0b'])(
      'refuses the key %j',
      async (key) => {
        await expect(put(key, 'x')).rejects.toThrow('no key')
        await expect(store.get(key)).rejects.toThrow('no key')
      },
    )

    it('can be used', async () => {
      await store.check()
    })
  })
}

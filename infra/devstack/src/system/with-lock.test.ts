import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { withLock } from './with-lock.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'omnistream-lock-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

it('lets one in at a time', async () => {
  let inside = 0
  let most = 0
  const work = async () => {
    inside++
    most = Math.max(most, inside)
    await new Promise((resolve) => setImmediate(resolve))
    inside--
  }
  await Promise.all([1, 2, 3].map(() => withLock(join(dir, 'lock'), () => {}, work)))
  expect(most).toBe(1)
})

it('takes over the lock of a process that is gone', async () => {
  await writeFile(join(dir, 'lock'), '4194304 1\n')
  expect(
    await withLock(
      join(dir, 'lock'),
      () => {},
      async () => 'in',
    ),
  ).toBe('in')
})

it('is released when the work fails', async () => {
  const failing = withLock(
    join(dir, 'lock'),
    () => {},
    async () => {
      throw new Error('broken')
    },
  )
  await expect(failing).rejects.toThrow('broken')
  expect(
    await withLock(
      join(dir, 'lock'),
      () => {},
      async () => 'in',
    ),
  ).toBe('in')
})

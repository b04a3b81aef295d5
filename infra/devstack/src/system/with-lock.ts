import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DevstackError } from '../devstack-error.ts'
import type { Log } from '../types.ts'
import { identify, readPidFile } from './process-identity.ts'
import { waitFor } from './wait-for.ts'

/** A cold build downloads some hundred megabytes; a second start waits for the first that long. */
const lockTimeoutMs = 20 * 60_000

/**
 * Runs `work` while no other process holds the lock file. The lock of a process that died is taken over.
 * @throws DevstackError LOCK_TIMEOUT
 */
export async function withLock<T>(path: string, log: Log, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(path), { recursive: true })
  let told = false
  const taken = await waitFor(
    async () => {
      if (await tryTake(path)) return true
      if (!told) log('waiting for another start of the data plane to finish')
      told = true
      return false
    },
    lockTimeoutMs,
    200,
  )
  if (!taken) throw new DevstackError('LOCK_TIMEOUT', `another process holds ${path}`)
  try {
    return await work()
  } finally {
    await rm(path, { force: true })
  }
}

async function tryTake(path: string): Promise<boolean> {
  const identity = await identify(process.pid)
  try {
    const file = await open(path, 'wx')
    await file.writeFile(`${process.pid} ${identity?.startedAt}\n`)
    await file.close()
    return true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  if ((await readPidFile(path)) === undefined && !(await isFresh(path))) await rm(path, { force: true })
  return false
}

/** Between the creation of a lock file and the writing of its owner it is empty for a moment. */
async function isFresh(path: string): Promise<boolean> {
  return (await readFile(path, 'utf8').catch(() => '-')) === ''
}

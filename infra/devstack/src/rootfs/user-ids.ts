import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DevstackError } from '../devstack-error.ts'

export type UserIds = { uid: number; gid: number }

/** The numbers of a user inside the root file system; the machine may have other ones. */
export async function userIds(rootfs: string, user: string): Promise<UserIds> {
  const lines = (await readFile(join(rootfs, 'etc/passwd'), 'utf8')).split('\n')
  const fields = lines.find((line) => line.startsWith(`${user}:`))?.split(':')
  if (!fields) throw new DevstackError('START_FAILED', `the root file system has no user ${user}`)
  return { uid: Number(fields[2]), gid: Number(fields[3]) }
}

import { readFile, rm, writeFile } from 'node:fs/promises'
import { run } from './run.ts'

/** A process id alone can be taken over by another process; with the start time it cannot. */
export type ProcessIdentity = { pid: number; startedAt: string }

/** Who runs under this pid now; undefined when nobody does. */
export async function identify(pid: number): Promise<ProcessIdentity | undefined> {
  const startedAt = process.platform === 'linux' ? await startTicks(pid) : await startDate(pid)
  return startedAt === undefined ? undefined : { pid, startedAt }
}

/** The process a pid file names, when it still runs. */
export async function readPidFile(path: string): Promise<number | undefined> {
  const written = await readFile(path, 'utf8').catch(() => '')
  const [pid, startedAt] = written.trim().split(' ')
  if (!pid || !startedAt) return undefined
  const running = await identify(Number(pid))
  return running?.startedAt === startedAt ? running.pid : undefined
}

export async function writePidFile(path: string, pid: number): Promise<void> {
  const identity = await identify(pid)
  if (identity) await writeFile(path, `${identity.pid} ${identity.startedAt}\n`)
  else await rm(path, { force: true })
}

/** Field 22 of /proc/PID/stat (proc(5)); the name in field 2 may hold anything, so it is cut off first. */
async function startTicks(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' ? undefined : fields[19]
}

async function startDate(pid: number): Promise<string | undefined> {
  const { code, output } = await run('ps', ['-o', 'lstart=', '-p', String(pid)])
  return code === 0 && output !== '' ? output.trim().replaceAll(' ', '_') : undefined
}

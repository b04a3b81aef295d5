import { readdir, readFile } from 'node:fs/promises'

/**
 * A process and its children, the parent first. PostgreSQL's workers leave its process group and outlive a
 * killed parent for a while, so a sudden end must reach them one by one.
 */
export async function processTree(pid: number): Promise<number[]> {
  const entries = await readdir('/proc').catch(() => [])
  const pids = entries.filter((entry) => /^\d+$/.test(entry)).map(Number)
  const parents = await Promise.all(pids.map(parentOf))
  return [pid, ...pids.filter((_, index) => parents[index] === pid)]
}

/** Field 4 of /proc/PID/stat (proc(5)). */
async function parentOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

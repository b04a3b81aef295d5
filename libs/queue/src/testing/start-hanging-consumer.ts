import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { StoreAddress } from '../contract/harness.ts'

export type HangingConsumer = {
  /** Ids of the jobs it got so far. */
  taken: string[]
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>
}

const script = fileURLToPath(new URL('./hanging-consumer.ts', import.meta.url))

export function startHangingConsumer(
  address: StoreAddress,
  concurrency: number,
  leaseMs: number,
): HangingConsumer {
  const args = [script, JSON.stringify(address), String(concurrency), String(leaseMs)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const taken: string[] = []
  createInterface(child.stdout).on('line', (line) => taken.push(line))
  return {
    taken,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { StoreAddress } from '../contract/harness.ts'
import type { Truth } from './truth.ts'

export type ConsumerProcessOptions = {
  address: StoreAddress
  mode: 'hang' | 'deliver'
  concurrency: number
  leaseMs: number
  truth?: Truth['address']
}

export type ConsumerProcess = {
  /** Ids of the jobs it got so far. */
  lines: string[]
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>
}

const script = fileURLToPath(new URL('./consumer-process.ts', import.meta.url))

export function startConsumerProcess(options: ConsumerProcessOptions): ConsumerProcess {
  const child = spawn(process.execPath, [script, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const lines: string[] = []
  createInterface(child.stdout).on('line', (line) => lines.push(line))
  return {
    lines,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

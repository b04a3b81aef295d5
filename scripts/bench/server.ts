import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { waitFor } from '@omnistream/common'

export type BenchServer = { url: string; stop(): Promise<void> }

/** A server under load as its own process; its log is thrown away, as a collector would take it. */
export async function startBenchServer(
  script: string,
  port: number,
  env: Record<string, string>,
  ready = '/healthz',
): Promise<BenchServer> {
  const child: ChildProcess = spawn(process.execPath, [script], { env: { ...env }, stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  await waitFor(async () => (await fetch(`${url}${ready}`)).ok, {
    deadlineMs: 30_000,
    describe: `${script} is up`,
  })
  return {
    url,
    async stop() {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}

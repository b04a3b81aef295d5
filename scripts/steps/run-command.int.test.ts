import { waitFor } from '@omnistream/common'
import { expect, it } from 'vitest'
import { runCommand } from './run-command.ts'

const run = (code: string, options: { timeoutMs?: number; stop?: AbortSignal } = {}) =>
  runCommand(process.execPath, ['-e', code], {
    cwd: process.cwd(),
    timeoutMs: options.timeoutMs ?? 30_000,
    stop: options.stop ?? new AbortController().signal,
  })

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

it('tells how the command ended and what it said on either stream', async () => {
  expect(await run('console.log("out"); console.error("err")')).toMatchObject({
    ok: true,
    output: 'out\nerr\n',
  })
  expect(await run('process.exit(3)')).toMatchObject({ ok: false, timedOut: false })
})

it('leaves none of the processes behind that the command has started', async () => {
  const { output } = await run(
    'const c = require("child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" }); console.log(c.pid); c.unref()',
  )
  const pid = Number(output)
  expect(pid).toBeGreaterThan(0)
  await waitFor(() => !isAlive(pid), { deadlineMs: 5_000, describe: 'the grandchild ends' })
})

it('ends a command that is out of time, and one that is to stop', async () => {
  expect(await run('setInterval(() => {}, 1000)', { timeoutMs: 300 })).toMatchObject({
    ok: false,
    timedOut: true,
  })
  const stop = AbortSignal.timeout(300)
  expect(await run('setInterval(() => {}, 1000)', { stop })).toMatchObject({ ok: false, timedOut: false })
})

it('says which command cannot be run at all', async () => {
  const options = { cwd: process.cwd(), timeoutMs: 1_000, stop: new AbortController().signal }
  expect(await runCommand('/nonexistent', [], options)).toMatchObject({
    ok: false,
    output: expect.stringContaining('/nonexistent'),
  })
})

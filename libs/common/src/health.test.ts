import { expect, it } from 'vitest'
import { checkHealth } from './health.ts'

it('is well when every check is, and says which one is not', async () => {
  const report = await checkHealth([
    { name: 'mongo', check: async () => {} },
    {
      name: 'nats',
      check: () => {
        throw Object.assign(new Error('refused nats://u:LEAK@bus'), { code: 'ECONNREFUSED' })
      },
    },
  ])
  expect(report).toMatchObject({
    ok: false,
    checks: {
      mongo: { ok: true },
      nats: { ok: false, error: 'ECONNREFUSED: refused nats://u:[redacted]@bus' },
    },
  })
})

it('gives up on a check that hangs after its own time and aborts it', async () => {
  let aborted = false
  const report = await checkHealth([
    {
      name: 'slow',
      timeoutMs: 20,
      check: (signal) =>
        new Promise(() => {
          signal.addEventListener('abort', () => {
            aborted = true
          })
        }),
    },
    { name: 'fast', check: () => {} },
  ])
  expect(report.checks).toMatchObject({
    slow: { ok: false, error: 'no answer within 20 ms' },
    fast: { ok: true },
  })
  expect(aborted).toBe(true)
})

it('is well without checks', async () => {
  expect(await checkHealth([])).toEqual({ ok: true, checks: {} })
})

import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { ConfigError } from './config.ts'
import { OmniError } from './errors.ts'
import { type ProcessPort, runService } from './run-service.ts'
import { waitFor } from './wait-for.ts'

const fakeProcess = () => {
  const emitter = new EventEmitter()
  const codes: number[] = []
  const written: string[] = []
  const host: ProcessPort = {
    on: (event: string, listener: (error: unknown) => void) => emitter.on(event, listener),
    exit: (code) => void codes.push(code),
    stderr: { write: (text) => void written.push(text) },
  }
  const exited = () =>
    waitFor(() => codes.length > 0 && codes, { deadlineMs: 1_000, intervalMs: 1, describe: 'the exit' })
  return { emitter, codes, written, host, exited }
}

it.each(['SIGTERM', 'SIGINT'])('stops the service on %s and exits with 0', async (name) => {
  const { emitter, host, exited } = fakeProcess()
  const stops: string[] = []
  await runService(async () => ({ stop: async () => void stops.push('stopped') }), host)
  emitter.emit(name)
  expect([await exited(), stops]).toEqual([[0], ['stopped']])
})

it('exits at once on the second signal', async () => {
  const { emitter, host, codes } = fakeProcess()
  await runService(async () => ({ stop: () => new Promise(() => {}) }), host)
  emitter.emit('SIGTERM')
  expect(codes).toEqual([])
  emitter.emit('SIGTERM')
  expect(codes).toEqual([130])
})

it('exits with 1 when a worker did not stop in time, or the stop failed', async () => {
  const late = fakeProcess()
  await runService(async () => ({ stop: async () => ['stuck'] }), late.host)
  late.emitter.emit('SIGTERM')
  expect(await late.exited()).toEqual([1])

  const broken = fakeProcess()
  await runService(
    async () => ({
      stop: async () => {
        throw new Error('cannot')
      },
    }),
    broken.host,
  )
  broken.emitter.emit('SIGTERM')
  expect(await broken.exited()).toEqual([1])
})

it('exits with 78 and all the problems on a bad configuration', async () => {
  const { host, codes, written } = fakeProcess()
  await runService(async () => {
    throw new ConfigError('edge', ['PORT: bad', 'KEY: missing'])
  }, host)
  expect(codes).toEqual([78])
  expect(written.join('')).toBe('edge: 2 problems in the configuration\n  PORT: bad\n  KEY: missing\n')
})

it('prints one line without a stack, and no password, for a failure we foresaw', async () => {
  const { host, codes, written } = fakeProcess()
  await runService(async () => {
    throw new OmniError('X', 'cannot reach mongodb://u:LEAK@db')
  }, host)
  expect(codes).toEqual([1])
  expect(written).toEqual(['cannot reach mongodb://u:[redacted]@db\n'])
})

it('stops the service and exits with 1 on an error nobody caught', async () => {
  const { emitter, host, exited, written } = fakeProcess()
  const stops: string[] = []
  await runService(async () => ({ stop: async () => void stops.push('stopped') }), host)
  emitter.emit('uncaughtException', new Error('surprise'))
  expect([await exited(), stops]).toEqual([[1], ['stopped']])
  expect(written.join('')).toContain('surprise')
})

it('aborts a start that a signal interrupts, and still exits with 0', async () => {
  const { emitter, host, exited } = fakeProcess()
  const running = runService(
    (signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('interrupted')))
      }),
    host,
  )
  emitter.emit('SIGINT')
  await running
  expect(await exited()).toEqual([0])
})

it('stops a service whose start ended after the signal came', async () => {
  const { emitter, host, exited } = fakeProcess()
  const stops: string[] = []
  let started: () => void = () => {}
  const running = runService(async () => {
    await new Promise<void>((resolve) => {
      started = resolve
    })
    return { stop: async () => void stops.push('stopped') }
  }, host)
  emitter.emit('SIGTERM')
  started()
  await running
  expect([await exited(), stops]).toEqual([[0], ['stopped']])
})

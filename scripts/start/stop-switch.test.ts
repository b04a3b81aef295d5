import { EventEmitter } from 'node:events'
import { expect, it, vi } from 'vitest'
import { createStopSwitch } from './stop-switch.ts'

const createHost = () =>
  Object.assign(new EventEmitter(), { exit: vi.fn(), connected: true, disconnect: vi.fn() })

const switchOf = (host: ReturnType<typeof createHost>) => createStopSwitch(host as unknown as NodeJS.Process)

it.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'])('stops on %s', (event) => {
  const host = createHost()
  const { signal } = switchOf(host)
  host.emit(event)
  expect(signal.aborted).toBe(true)
})

it('takes the same Ctrl-C, passed on by terminal and npm, for one; a later one ends at once', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const host = createHost()
  switchOf(host)
  host.emit('SIGINT')
  host.emit('SIGINT')
  expect(host.exit).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2_000)
  host.emit('SIGINT')
  expect(host.exit).toHaveBeenCalledWith(130)
  vi.useRealTimers()
})

it('leaves nothing that would keep the process alive', () => {
  const host = createHost()
  switchOf(host).release()
  expect(host.eventNames()).toEqual([])
  expect(host.disconnect).toHaveBeenCalled()
})

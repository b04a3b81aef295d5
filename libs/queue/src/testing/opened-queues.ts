import { silentLogger } from '@omnistream/common'
import { startProxy } from '../../../../tests/support/breakable-proxy.ts'
import type { QueueDeps } from '../compose-queue.ts'
import type { QueueHarness, StoreAddress } from '../contract/harness.ts'
import type { Queue } from '../queue.ts'

export type OpenedQueues = Pick<QueueHarness, 'open' | 'openMortal' | 'proxy'> & {
  /** Closes every queue and proxy. */
  closeAll(): Promise<void>
}

/** Queues on one store, straight or through a proxy that can be cut. */
export async function openedQueues(
  address: StoreAddress,
  openAt: (address: StoreAddress, deps: QueueDeps) => Queue,
): Promise<OpenedQueues> {
  const serverPort = Number(new URL(address.url).port)
  const proxy = await startProxy(serverPort)
  const proxies = [proxy]
  const queues: Queue[] = []
  const behind = (port: number): StoreAddress => {
    const url = new URL(address.url)
    url.hostname = '127.0.0.1'
    url.port = String(port)
    return { ...address, url: url.href }
  }
  const openOne = (at: StoreAddress, changes: Partial<QueueDeps> = {}): Queue => {
    const queue = openAt(at, { logger: silentLogger(), ...changes })
    queues.push(queue)
    return queue
  }
  return {
    proxy,
    open: ({ random, through } = {}) =>
      openOne(through === 'proxy' ? behind(proxy.port) : address, random ? { random } : {}),
    async openMortal() {
      const line = await startProxy(serverPort)
      proxies.push(line)
      return { queue: openOne(behind(line.port)), die: line.cut }
    },
    async closeAll() {
      proxy.mend()
      await Promise.all(queues.map((queue) => queue.close({ deadlineMs: 0 })))
      await Promise.all(proxies.map((one) => one.close()))
    },
  }
}

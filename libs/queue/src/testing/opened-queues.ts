import { type BreakableProxy, startProxy } from '../../../../tests/support/breakable-proxy.ts'
import type { QueueHarness, StoreAddress } from '../contract/harness.ts'
import type { Queue } from '../queue.ts'
import { openNamed } from './open-named.ts'

export type OpenedQueues = Pick<QueueHarness, 'open' | 'proxy'> & {
  /** Closes every queue and the proxy. */
  closeAll(): Promise<void>
}

/** Queues on one store, straight or through a proxy that can be cut. */
export async function openedQueues(address: StoreAddress): Promise<OpenedQueues> {
  const server = new URL(address.url)
  const proxy: BreakableProxy = await startProxy(Number(server.port))
  server.hostname = '127.0.0.1'
  server.port = String(proxy.port)
  const queues: Queue[] = []
  return {
    proxy,
    open({ random, through } = {}) {
      const from = through === 'proxy' ? { ...address, url: server.href } : address
      const queue = openNamed(from, random ? { random } : {})
      queues.push(queue)
      return queue
    },
    async closeAll() {
      proxy.mend()
      await Promise.all(queues.map((queue) => queue.close({ deadlineMs: 0 })))
      await proxy.close()
    },
  }
}

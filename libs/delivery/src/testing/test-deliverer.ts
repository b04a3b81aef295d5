import { createDeliverer, type Deliverer, type DelivererOptions } from '../create-deliverer.ts'
import { startRawReceiver, startReceiver, startTlsReceiver } from './test-receiver.ts'

export type TestDelivery = {
  /** A deliverer that may call loopback unless `options` say otherwise. */
  deliverer(options?: DelivererOptions): Deliverer
  receiver: typeof startReceiver
  tlsReceiver: typeof startTlsReceiver
  rawReceiver: typeof startRawReceiver
  /** Closes all that was made. */
  clean(): Promise<void>
}

export function createTestDelivery(): TestDelivery {
  const made: { close(): Promise<void> }[] = []
  const kept = <T extends { close(): Promise<void> }>(one: T): T => {
    made.unshift(one)
    return one
  }
  return {
    deliverer: (options = {}) => kept(createDeliverer({ guard: { allow: ['127.0.0.0/8'] }, ...options })),
    receiver: async (listener) => kept(await startReceiver(listener)),
    tlsReceiver: async (listener) => kept(await startTlsReceiver(listener)),
    rawReceiver: async (onSocket) => kept(await startRawReceiver(onSocket)),
    clean: async () => {
      await Promise.all(made.splice(0).map((one) => one.close()))
    },
  }
}

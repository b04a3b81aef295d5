import type { BusConnection } from './connect-bus.ts'

/** How far a durable consumer is behind: ids never handed out, and ids handed out but not settled. */
export type ConsumerLag = { waiting: number; inFlight: number; redelivered: number }

/** @throws where the server is away or the consumer does not exist yet. */
export async function consumerLag(bus: BusConnection, stream: string, durable: string): Promise<ConsumerLag> {
  const info = await (await bus.manager()).consumers.info(stream, durable)
  return { waiting: info.num_pending, inFlight: info.num_ack_pending, redelivered: info.num_redelivered }
}

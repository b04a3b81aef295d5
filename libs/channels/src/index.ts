export type { Channel, HandshakeAnswer, InboundRequest, Payload, SignatureStatus, Verdict } from './core/channel.ts'
export type * from './core/update.ts'
export { channelById, channels } from './registry.ts'

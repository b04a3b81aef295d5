export type {
  Callback,
  Channel,
  ChannelAnswer,
  HandshakeKeys,
  InboundRequest,
  Payload,
  Sample,
  SampleAccount,
  SampleOptions,
  SignatureStatus,
  Verdict,
} from './core/channel.ts'
export { cleanText, cutText } from './core/clean-text.ts'
export type { MediaAccess, MediaRequest, MediaRoute, MediaStep } from './core/media-step.ts'
export { readJson } from './core/read-json.ts'
export type * from './core/update.ts'
export { channelById, channels } from './registry.ts'

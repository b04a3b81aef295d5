import type { Channel } from '../core/channel.ts'
import { plainMedia } from '../core/media-step.ts'
import { readJson } from '../core/read-json.ts'
import { handshake } from '../meta/handshake.ts'
import { accountKeys } from '../meta/messaging/account-keys.ts'
import { signMeta, verifyMeta } from '../meta/signature.ts'
import { parse } from './parse.ts'
import { sample } from './sample.ts'

/** Facebook Messenger. Sources: Meta's public webhook references and the public SDKs that follow them. */
export const messenger: Channel = {
  id: 'messenger',
  version: 1,
  handshake,
  verify: verifyMeta,
  read: readJson,
  accountKeys,
  parse,
  media: plainMedia,
  sign: signMeta,
  sample,
}

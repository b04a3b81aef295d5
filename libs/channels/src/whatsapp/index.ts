import type { Channel } from '../core/channel.ts'
import { readJson } from '../core/read-json.ts'
import { handshake } from '../meta/handshake.ts'
import { signMeta, verifyMeta } from '../meta/signature.ts'
import { accountKeys } from './account-keys.ts'
import { media } from './media-request.ts'
import { parse } from './parse.ts'
import { sample } from './sample.ts'

/** WhatsApp Cloud API. Sources: Meta's public webhook reference and the public SDKs that follow it. */
export const whatsapp: Channel = {
  id: 'whatsapp',
  version: 2,
  handshake,
  verify: verifyMeta,
  read: readJson,
  accountKeys,
  parse,
  media,
  sign: signMeta,
  sample,
}

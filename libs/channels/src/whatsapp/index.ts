import type { Channel } from '../core/channel.ts'
import { readJson } from '../core/read-json.ts'
import { accountKeys } from './account-keys.ts'
import { handshake } from './handshake.ts'
import { parse } from './parse.ts'
import { verify } from './verify.ts'

/** WhatsApp Cloud API. Sources: Meta's public webhook reference and the public SDKs that follow it. */
export const whatsapp: Channel = {
  id: 'whatsapp',
  version: 1,
  handshake,
  verify,
  read: readJson,
  accountKeys,
  parse,
}

import type { Channel } from '../core/channel.ts'
import { readJson } from '../core/read-json.ts'
import { accountKeys } from './account-keys.ts'
import { handshake } from './handshake.ts'
import { media } from './media-request.ts'
import { parse } from './parse.ts'
import { sample } from './sample.ts'
import { sign, verify } from './verify.ts'

/** VK Callback API, for communities, as of API version 5.199. An event is repeated until it is answered with `ok`. */
export const vk: Channel = {
  id: 'vk',
  version: 1,
  handshake,
  verify,
  read: readJson,
  accountKeys,
  parse,
  media,
  acknowledgement: { status: 200, contentType: 'text/plain; charset=utf-8', body: 'ok' },
  sign,
  sample,
}

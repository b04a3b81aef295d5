import type { Channel } from '../core/channel.ts'
import { readJson } from '../core/read-json.ts'
import { accountKeys } from './account-keys.ts'
import { media } from './media-request.ts'
import { parse } from './parse.ts'
import { sample } from './sample.ts'
import { sign, verify } from './verify.ts'

/**
 * LINE Messaging API. The console's check of the URL is a signed webhook without events, so there is no handshake: it
 * is stored and answered like any other.
 */
export const line: Channel = {
  id: 'line',
  version: 1,
  handshake: () => undefined,
  verify,
  read: readJson,
  accountKeys,
  parse,
  media,
  sign,
  sample,
}

import type { Channel } from '../core/channel.ts'
import { readJson } from '../core/read-json.ts'
import { accountKeys } from './account-keys.ts'
import { media } from './media-request.ts'
import { parse } from './parse.ts'
import { sample } from './sample.ts'
import { sign, verify } from './verify.ts'

/**
 * Telegram Bot API, as of 10.3. Telegram runs a JSON or form answer with a `method` as a call of the bot, so the
 * acknowledgement stays empty.
 */
export const telegram: Channel = {
  id: 'telegram',
  version: 1,
  accountInPath: true,
  handshake: () => undefined,
  verify,
  read: readJson,
  accountKeys,
  parse,
  media,
  sign,
  sample,
}

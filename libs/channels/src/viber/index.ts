import type { Channel } from '../core/channel.ts'
import { plainMedia } from '../core/media-step.ts'
import { readJson } from '../core/read-json.ts'
import { accountKeys } from './account-keys.ts'
import { parse } from './parse.ts'
import { sample } from './sample.ts'
import { sign, verify } from './verify.ts'

/**
 * Viber REST Bot API. `set_webhook` calls the URL with a signed event of its own, so there is no handshake. What
 * answers `conversation_started` is shown to the person as a welcome, so the acknowledgement stays empty.
 */
export const viber: Channel = {
  id: 'viber',
  version: 1,
  accountInPath: true,
  handshake: () => undefined,
  verify,
  read: readJson,
  accountKeys,
  parse,
  media: plainMedia,
  sign,
  sample,
}

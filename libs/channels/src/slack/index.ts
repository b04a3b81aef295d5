import type { Channel } from '../core/channel.ts'
import { accountKeys } from './account-keys.ts'
import { handshake } from './handshake.ts'
import { media } from './media-request.ts'
import { parse } from './parse.ts'
import { read } from './read.ts'
import { sample } from './sample.ts'
import { sign, verify } from './verify.ts'

/**
 * Slack: the Events API, slash commands and interactivity, all at one URL. Sources: Slack's public reference of events,
 * interaction payloads and request signing, the types of its SDKs and the public issues about them.
 */
export const slack: Channel = {
  id: 'slack',
  version: 1,
  handshake,
  verify,
  read,
  accountKeys,
  parse,
  media,
  sign,
  sample,
}

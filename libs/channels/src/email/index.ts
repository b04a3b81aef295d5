import type { Channel } from '../core/channel.ts'
import { accountKeys } from './account-keys.ts'
import { media } from './media-request.ts'
import { parse } from './parse.ts'
import { read } from './read.ts'
import { sample } from './sample.ts'
import { sign } from './sign.ts'
import { verify } from './verify.ts'

/**
 * E-mail by SendGrid's Inbound Parse, or anything that posts the same fields. Sources: SendGrid's public reference,
 * captured payloads in public repositories, and the RFCs on mail.
 */
export const email: Channel = {
  id: 'email',
  version: 1,
  accountInPath: true,
  handshake: () => undefined,
  verify,
  read,
  accountKeys,
  parse,
  media,
  sign,
  sample,
}

import type { Channel } from '../core/channel.ts'
import { accountKeys } from './account-keys.ts'
import { media } from './media-request.ts'
import { parse } from './parse.ts'
import { read } from './read.ts'
import { sample } from './sample.ts'
import { sign } from './sign.ts'
import { verify } from './verify.ts'

/**
 * Twilio Programmable Messaging: SMS, MMS, RCS and WhatsApp. Sources: Twilio's public webhook reference, its SDKs'
 * request validators and the public issues about them.
 */
export const twilio: Channel = {
  id: 'twilio',
  version: 1,
  byGet: true,
  handshake: () => undefined,
  verify,
  read,
  accountKeys,
  parse,
  media,
  // Anything else in the answer would be sent to the customer as a message.
  acknowledgement: {
    status: 200,
    contentType: 'text/xml; charset=utf-8',
    body: '<?xml version="1.0" encoding="UTF-8"?><Response/>',
  },
  sign,
  sample,
}

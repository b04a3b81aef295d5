import { createHmac } from 'node:crypto'
import { type ChannelCases, headerCarrier } from '../testing/channel-cases.ts'

/** How every channel of Meta's carries its signature, and what must not pass for one. */
export const metaSignature: ChannelCases['signature'] = {
  carrier: headerCarrier('x-hub-signature-256'),
  coversBody: true,
  legacyHeaders: (body, secret) => ({
    'x-hub-signature': `sha1=${createHmac('sha1', secret).update(body).digest('hex')}`,
  }),
  forgeries: {
    'upper-case digits': (signature) => signature.replace(/[a-f]/g, (digit) => digit.toUpperCase()),
    'an upper-case algorithm': (signature) => signature.replace('sha256', 'SHA256'),
    'another algorithm': (signature) => signature.replace('sha256=', 'sha1='),
    'no algorithm': (signature) => signature.replace('sha256=', ''),
    'base64 instead of hex': (signature) =>
      `sha256=${Buffer.from(signature.slice(7), 'hex').toString('base64')}`,
    'digits that are none': (signature) => `${signature.slice(0, -1)}g`,
    'surrounding space': (signature) => ` ${signature} `,
    'one digit changed': (signature) => signature.slice(0, -1) + (signature.endsWith('0') ? '1' : '0'),
  },
}

import { type ChannelCases, headerCarrier } from '../testing/channel-cases.ts'
import { telegram } from './index.ts'

const account = '700800900'
const ana = { id: 5_000_000_001, is_bot: false, first_name: 'Ana' }
const chat = { id: 5_000_000_001, type: 'private', first_name: 'Ana' }
const message = (n: number, content: Record<string, unknown>) => ({
  ...{ message_id: 1_000_000 + n, from: ana, chat, date: 1_790_000_000 },
  ...content,
})

/** Telegram as the shared cases need to know it: each update is a webhook of its own, and there are no statuses. */
export const telegramCases: ChannelCases = {
  channel: telegram,
  url: `https://hooks.example/webhooks/telegram/${account}`,
  account,
  signature: {
    carrier: headerCarrier('x-telegram-bot-api-secret-token'),
    coversBody: false,
    secret: (n) => `the-secret_token-number-${n}`,
    forgeries: {
      'upper-case letters': (token) => token.toUpperCase(),
      'surrounding space': (token) => ` ${token} `,
      'one letter changed': (token) => `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`,
      'a scheme before it': (token) => `Bearer ${token}`,
      'its base64': (token) => Buffer.from(token).toString('base64url'),
      'letters that no token has': (token) => `${token.slice(0, -1)}é`,
    },
  },
  payloads: (entries) =>
    entries
      .flat()
      .flatMap(({ messages }) => messages)
      .map((item, index) => ({ update_id: 700_000_000 + index, message: item })),
  message: (n, text = `text ${n}`) => message(n, { text }),
  unknownType: (n, structure) => message(1_000 + n, { hologram: structure }),
  unknownField: { update_id: 700_000_001, telepathy: { from: ana, thought: 'hello' } },
  empty: { update_id: 700_000_001 },
  poison: [null, 7, 'text', [], {}, true, { chat: { id: '' } }],
  examples: new URL('./examples/', import.meta.url),
}

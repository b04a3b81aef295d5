import { type ChannelCases, headerCarrier } from '../testing/channel-cases.ts'
import { slack } from './index.ts'

const envelope = {
  team_id: 'T0SAMPLE1',
  api_app_id: 'A0SAMPLE1',
  type: 'event_callback',
  event_time: 1_790_000_000,
  authorizations: [{ enterprise_id: null, team_id: 'T0SAMPLE1', user_id: 'U0BOT', is_bot: true }],
}

const eventOf = (n: number): Record<string, unknown> => ({
  ...{ type: 'message', channel: 'C0SAMPLE1', channel_type: 'channel', user: 'U0SAMPLE1' },
  ...{ ts: `1790000000.${String(n).padStart(6, '0')}`, event_ts: `1790000000.${String(n).padStart(6, '0')}` },
})

/** Slack escapes three characters. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Slack as the shared cases need to know it: each event is a request of its own, and there are no statuses. */
export const slackCases: ChannelCases = {
  channel: slack,
  url: 'https://hooks.example/webhooks/slack',
  signature: {
    carrier: headerCarrier('x-slack-signature'),
    coversBody: true,
    forgeries: {
      'upper-case hex': (signature) => `v0=${signature.slice(3).toUpperCase()}`,
      'another version': (signature) => signature.replace('v0=', 'v1='),
      'no version': (signature) => signature.slice(3),
      'base64 instead of hex': (signature) =>
        `v0=${Buffer.from(signature.slice(3), 'hex').toString('base64')}`,
      'surrounding space': (signature) => ` ${signature} `,
      'one digit changed': (signature) => signature.slice(0, -1) + (signature.endsWith('0') ? '1' : '0'),
    },
  },
  payloads: (entries) =>
    entries
      .flat()
      .flatMap(({ messages }) => messages)
      .map((event, n) => ({ ...envelope, event_id: `Ev0SAMPLE${n}`, event })),
  message: (n, text = `text ${n}`) => ({ ...eventOf(n), text: escaped(text) }),
  unknownType: (n, structure) => ({ ...eventOf(1000 + n), subtype: 'hologram', ...structure }),
  unknownField: { ...envelope, event_id: 'Ev0SAMPLE', event: { type: 'telepathy', thought: 'hello' } },
  poison: [null, 7, 'text', [], {}, true, { type: 'message' }, { type: 'reaction_added', item: 7 }],
  examples: new URL('./examples/', import.meta.url),
}

import type { InboundRequest } from '../core/channel.ts'
import type { ChannelCases } from '../testing/channel-cases.ts'
import { toBody } from '../testing/to-body.ts'
import { vk } from './index.ts'

type Body = Record<string, unknown>

const bodyOf = (request: InboundRequest): Body => JSON.parse(new TextDecoder().decode(request.body))
const envelope = { group_id: 200_000_001, v: '5.199' }
const message = (n: number, content: Body) => ({
  ...{ id: 5_000 + n, conversation_message_id: 1_000_000 + n, date: 1_790_000_000 },
  ...{ from_id: 300_000_001, peer_id: 300_000_001, out: 0, important: false, fwd_messages: [] },
  ...content,
})

/** VK as the shared cases need to know it: each event is a webhook of its own, and the secret stands in its body. */
export const vkCases: ChannelCases = {
  channel: vk,
  url: 'https://hooks.example/webhooks/vk/200000001',
  signature: {
    carrier: {
      of: (request) => String(bodyOf(request).secret ?? ''),
      put(request, value) {
        const { secret: _old, ...body } = bodyOf(request)
        return { ...request, body: toBody(value === undefined ? body : { ...body, secret: value }) }
      },
    },
    coversBody: false,
    forgeries: {
      'upper-case letters': (secret) => secret.toUpperCase(),
      'surrounding space': (secret) => ` ${secret} `,
      'one letter changed': (secret) => `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`,
      'its base64': (secret) => Buffer.from(secret).toString('base64'),
    },
  },
  payloads: (entries) =>
    entries.flat().flatMap(({ messages, statuses }, group) => [
      ...messages.map((item, n) => ({
        ...{ ...envelope, type: 'message_new', event_id: `m${group}-${n}` },
        object: { message: item, client_info: { keyboard: true } },
      })),
      ...statuses.map((object, n) => ({
        ...envelope,
        type: 'message_read',
        event_id: `s${group}-${n}`,
        object,
      })),
    ]),
  message: (n, text = `text ${n}`) => message(n, { text }),
  status: (n) => ({
    ...{ from_id: 300_000_001, peer_id: 300_000_001 },
    ...{ read_message_id: 9_000 + n, conversation_message_id: 2_000_000 + n },
  }),
  unknownType: (n, structure) =>
    message(1_000 + n, { text: '', attachments: [{ type: 'hologram', hologram: structure }] }),
  unknownField: { ...envelope, type: 'telepathy', event_id: 't1', object: { thought: 'hello' } },
  poison: [null, 7, 'text', [], {}, true, { peer_id: '' }],
  examples: new URL('./examples/', import.meta.url),
}

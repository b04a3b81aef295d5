import { describe, expect, it } from 'vitest'
import { decodeEnvelope, type EventEnvelope, encodeEnvelope, type WebhookEnvelope } from './envelope.ts'

const id = '01890a5d-ac96-774b-bcce-b302099a8057'
const webhook: WebhookEnvelope = {
  ...{ v: 1, kind: 'webhook', ids: [id], channel: 'whatsapp', publishedAt: 2 },
  replay: { runId: id, dryRun: true, sideEffects: false },
}
const event: EventEnvelope = {
  ...{ v: 1, kind: 'event', id, type: 'message.created', tenantId: id, accountId: id, channel: 'whatsapp' },
  ...{ at: 3, data: { text: 'สวัสดี 👋' } },
}
const bytes = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value))

describe('an envelope', () => {
  it.each([webhook, event])('comes back as it was written ($kind)', (envelope) => {
    expect(decodeEnvelope(encodeEnvelope(envelope))).toEqual(envelope)
  })

  it.each([
    ['no JSON', Buffer.from('{')],
    ['nothing', new Uint8Array()],
    ['another version', bytes({ ...webhook, v: 2 })],
    ['another kind', bytes({ ...webhook, kind: 'order' })],
    ['no id', bytes({ ...webhook, ids: [] })],
    ['an id that is none', bytes({ ...webhook, ids: ['x'] })],
    ['too many ids', bytes({ ...webhook, ids: Array.from({ length: 201 }, () => id) })],
    ['no fields', bytes(null)],
  ])('is refused by one code where the bytes are %s', (_what, data) => {
    expect(() => decodeEnvelope(data)).toThrow(expect.objectContaining({ code: 'ENVELOPE_INVALID' }))
  })

  it('may carry fields that a later writer adds', () => {
    expect(decodeEnvelope(bytes({ ...webhook, hint: 'new' }))).toEqual(webhook)
  })
})

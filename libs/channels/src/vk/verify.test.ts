import { expect, test } from 'vitest'
import type { InboundRequest } from '../core/channel.ts'
import { toBody } from '../testing/to-body.ts'
import { vk } from './index.ts'

const post = (body: unknown): InboundRequest => ({
  ...{ method: 'POST', url: 'https://hooks.example/webhooks/vk/200000001', headers: {}, receivedAt: 0 },
  body: toBody(body),
})
const textOf = ({ body }: InboundRequest): string => new TextDecoder().decode(body)

test('signing adds the secret and leaves every other byte', () => {
  const wire = '{"n":9007199254740993, "text":"na\\u00efve a\\/b"}'
  expect(textOf(vk.sign(post(wire), 's"3'))).toBe(`${wire.slice(0, -1)},"secret":"s\\"3"}`)
  expect(textOf(vk.sign(post('{ }'), 's3'))).toBe('{ "secret":"s3"}')
  expect(textOf(vk.sign(post('no json'), 's3'))).toBe('no json')
})

test('a secret that stands deeper, is no text or stands in a body that cannot be read is none', () => {
  for (const body of [
    { object: { secret: 's3' } },
    { secret: null },
    { secret: ['s3'] },
    '{"secret":"s3"',
    '[]',
  ]) {
    expect(vk.verify(post(body), ['s3']).status).toBe('NO_SIGNATURE')
  }
  expect(vk.verify(post({ secret: 's3' }), ['s3']).status).toBe('VALID')
})

test('the secret goes into no update', () => {
  const body = { type: 'wall_post_new', group_id: 1, event_id: 'e', secret: 'the-secret', object: { id: 1 } }
  expect(JSON.stringify(vk.parse(body, { headers: {} }))).not.toContain('the-secret')
})

test('VK is answered with ok, or it would repeat the event', () => {
  expect(vk.acknowledgement).toMatchObject({ status: 200, body: 'ok' })
})

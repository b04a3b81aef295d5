import { expect, it } from 'vitest'
import { formatDelivery, formatEndpoints } from './format-webhooks.ts'

const endpoint = {
  ...{ id: 'ep_1', url: 'https://a.example', description: null, event_types: null, rate_limit: null },
  ...{ disabled: false, disabled_reason: null, failing_since: null, paused_at: null },
  ...{ previous_secret_expires_at: null, created_at: '2026-08-01T12:00:00Z', updated_at: '' },
}

it('says of each endpoint what keeps events from it', () => {
  const text = formatEndpoints([
    endpoint,
    { ...endpoint, id: 'ep_2', disabled: true, disabled_reason: 'HTTP 410' },
    { ...endpoint, id: 'ep_3', paused_at: '2026-08-01T13:00:00Z', failing_since: '2026-08-01T12:30:00Z' },
  ])
  expect(text).toMatch(/ep_1 .* in use$/m)
  expect(text).toMatch(/ep_2 .* disabled: HTTP 410$/m)
  expect(text).toMatch(/ep_3 .* paused since 2026-08-01 13:00, failing since 2026-08-01 12:30$/m)
})

it('keeps what a receiver answered on one line, cut and without control characters', () => {
  const text = formatDelivery({
    ...{ id: 'dlv_1', message_id: 'msg_1', endpoint_id: 'ep_1', event_type: 'message.created' },
    ...{ status: 'pending', held: false, attempt_count: 1, next_attempt_at: null, last_error: null },
    ...{ created_at: '', updated_at: '' },
    attempts: [
      {
        ...{ attempt_number: 1, status_code: 200, error: null, duration_ms: 3, created_at: '' },
        response_body: `a\u001b[2J\n${'x'.repeat(500)}`,
      },
    ],
  })
  expect(text.split('\n').at(-1)).toMatch(/200 +3 ms +a \[2J x{90,}…$/)
  expect(text).not.toContain('\u001b')
})

import { createGuard, generateWebhookSecret } from '@omnistream/delivery'
import { describe, expect, it } from 'vitest'
import { checkEndpoint } from './check-endpoint.ts'

const guard = createGuard()

describe('an endpoint', () => {
  it.each([
    { url: 'https://hooks.example.com/in?x=1' },
    { eventTypes: ['message.created', 'ledger.alarm'], rateLimit: 1, description: 'Ünicode 👋' },
    { eventTypes: null, rateLimit: null, description: null, metadata: { any: ['thing', 1] } },
    { secret: generateWebhookSecret() },
    { secret: `whsec_${Buffer.alloc(24, 7).toString('base64')}` },
  ])('may be %j', (input) => {
    expect(checkEndpoint(input, guard)).toBeUndefined()
  })

  it.each([
    ['url', { url: 'ftp://example.com' }],
    ['url', { url: 'http://127.0.0.1/' }],
    ['url', { url: 'http://0x7f.1/' }],
    ['url', { url: 'https://user:word@example.com/' }],
    ['url', { url: `https://example.com/${'a'.repeat(3_000)}` }],
    ['tenantId', { tenantId: '' }],
    ['tenantId', { tenantId: 'a\0' }],
    ['description', { description: '\ud800' }],
    ['eventTypes', { eventTypes: [] }],
    ['eventTypes', { eventTypes: ['a b'] }],
    ['metadata', { metadata: { nul: '\0' } }],
    ['metadata', { metadata: { long: 'x'.repeat(20_000) } }],
    ['rateLimit', { rateLimit: 0 }],
    ['rateLimit', { rateLimit: 1.5 }],
    ['secret', { secret: 'whsec_c2hvcnQ=' }],
    ['secret', { secret: `${generateWebhookSecret()}*` }],
    ['secret', { secret: generateWebhookSecret().slice('whsec_'.length) }],
  ] as const)('is refused for its %s in %j', (field, input) => {
    expect(checkEndpoint(input, guard)).toMatchObject({ ok: false, reason: 'invalid', field })
  })
})

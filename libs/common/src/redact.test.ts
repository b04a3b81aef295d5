import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redact, scrub } from './redact.ts'

describe('redact', () => {
  it('hides secrets and bodies at any depth, however their names are written', () => {
    const shown = JSON.stringify(
      redact({
        a: { b: [{ appSecret: 'S1', 'X-Hub-Signature-256': 'S2' }] },
        headers: { Authorization: 'S3', 'set-cookie': ['S4'], 'x-telegram-bot-api-secret-token': 'S5' },
        'hub.verify_token': 'S6',
        ACCESS_TOKEN: 'S7',
        rawBody: 'S8',
        payload: { text: 'S9' },
        password: 'S10',
      }),
    )
    expect(shown).not.toMatch(/S\d/)
  })

  it('keeps what an operator needs', () => {
    const fields = { route: '/webhooks/:channel', status: 200, duration_ms: 1.5, ok: true, nothing: null }
    expect(redact(fields)).toEqual(fields)
  })

  it('shows bytes as their number', () => {
    expect(redact({ chunk: Buffer.from('secret words') })).toEqual({ chunk: '[12 bytes]' })
  })

  it('makes plain objects of errors, with their causes and without their secrets', () => {
    const error = Object.assign(new Error('outer', { cause: new Error('inner') }), {
      code: 'E1',
      body: 'hidden words',
    })
    const shown = redact({ err: error })
    expect(shown).toMatchObject({
      err: { type: 'Error', message: 'outer', code: 'E1', cause: { message: 'inner' } },
    })
    expect(JSON.stringify(shown)).not.toContain('hidden words')
  })

  it('ends on circles', () => {
    const circle: Record<string, unknown> = {}
    circle.self = circle
    expect(JSON.stringify(redact(circle))).toContain('[too deep]')
  })

  it('gives something that can be written as JSON, whatever comes in', () => {
    fc.assert(
      fc.property(
        fc.object({ withBigInt: true, withDate: true, withTypedArray: true, withMap: true, withSet: true }),
        (value) => {
          JSON.stringify(redact(value))
        },
      ),
    )
  })
})

describe('scrub', () => {
  it.each([
    ['mongodb://user:hunter2@db:27017/x', 'mongodb://user:[redacted]@db:27017/x'],
    ['connect postgres://:hunter2@db failed', 'connect postgres://:[redacted]@db failed'],
    [
      'GET /webhooks/whatsapp?hub.mode=subscribe&hub.verify_token=hunter2&x=1',
      'GET /webhooks/whatsapp?hub.mode=subscribe&hub.verify_token=[redacted]&x=1',
    ],
    ['https://graph.example/v1?access_token=hunter2', 'https://graph.example/v1?access_token=[redacted]'],
    ['authorization Bearer hunter2hunter2', 'authorization Bearer [redacted]'],
    ['key omni_Ab3dEf6h_0123456789abcdef0123456789abcdef', 'key omni_Ab3dEf6h_[redacted]'],
  ])('takes the secret out of %s', (text, expected) => {
    expect(scrub(text)).toBe(expected)
  })

  it('leaves other text alone', () => {
    const text = 'http://127.0.0.1:8080/a?b=c mail me@example.org at 10:30, ids 1:2'
    expect(scrub(text)).toBe(text)
  })
})

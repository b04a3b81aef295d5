import { expect, it } from 'vitest'
import { maskHeaders, maskUrl } from './mask.ts'

it('masks headers that carry credentials, and leaves signatures, which prove and unlock nothing', () => {
  expect(
    maskHeaders({
      Authorization: 'Bearer abc',
      'proxy-authorization': 'Basic abc',
      cookie: 'a=b',
      'x-api-key': 'abc',
      'x-telegram-bot-api-secret-token': 'abc',
      'x-hub-signature-256': 'sha256=abc',
      'content-type': 'application/json',
    }),
  ).toEqual({
    Authorization: '***',
    'proxy-authorization': '***',
    cookie: '***',
    'x-api-key': '***',
    'x-telegram-bot-api-secret-token': '***',
    'x-hub-signature-256': 'sha256=abc',
    'content-type': 'application/json',
  })
})

it('masks tokens in the query of a URL and nothing else of it', () => {
  expect(maskUrl('/webhooks/whatsapp?hub.mode=subscribe&hub.verify_token=abc&x')).toBe(
    '/webhooks/whatsapp?hub.mode=subscribe&hub.verify_token=***&x',
  )
  expect(maskUrl('https://a.example/token/x')).toBe('https://a.example/token/x')
})

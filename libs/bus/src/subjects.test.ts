import fc from 'fast-check'
import { expect, it } from 'vitest'
import { streamNames, subjects } from './subjects.ts'

it('makes one token of any channel or account, so that no id can reach another subject', () => {
  const on = subjects('p_')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (channel, account) => {
      for (const subject of [on.webhook(channel, account), on.replay(channel, account)]) {
        expect(subject).toMatch(/^p_(webhook|replay)\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/)
      }
      expect(on.event(account, 'message.created')).toMatch(/^p_event\.[A-Za-z0-9_-]+\.message\.created$/)
    }),
  )
})

it('keeps two prefixes apart', () => {
  expect(subjects('a_').webhook('whatsapp', undefined)).toBe('a_webhook.whatsapp._')
  expect(subjects().allWebhooks).toBe('webhook.>')
  expect(streamNames('a_')).toEqual({ webhooks: 'a_WEBHOOKS', events: 'a_EVENTS' })
})

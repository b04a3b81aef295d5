import { waitFor } from '@omnistream/common'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { post, signed, textPayload } from '../support/send.ts'
import { type Suite, startSuite } from '../support/suite.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})
afterAll(async () => {
  await suite?.stop()
})

describe('a signed WhatsApp webhook', () => {
  it('is durable before its 200 and becomes a message', async () => {
    const { tenancy, ingestor } = suite
    const payload = signed(textPayload('wamid.MAIN1', 'hello café'), tenancy.appSecret)
    const answer = await post(`${ingestor.url}/webhooks/whatsapp`, payload)
    expect(answer.status).toBe(200)
    const row = await tenancy.store.webhookAudit.findOne({})
    expect(Buffer.from(row?.body.buffer ?? []).toString()).toBe(payload.body)
    const message = await waitFor(() => tenancy.store.messages.findOne({}), {
      deadlineMs: 15_000,
      describe: () => `a message\n${suite.engine.output()}`,
    })
    expect(message).toMatchObject({
      external_id: 'whatsapp:700800900100200:wamid.MAIN1',
      content: { body: 'hello café' },
    })
  })
})

import { waitFor } from '@omnistream/common'
import { describe, expect, it } from 'vitest'
import { readEvents } from '../support/read-events.ts'
import { post, signed, textPayload } from '../support/send.ts'
import { startEngineProcess, startSuite } from '../support/suite.ts'

const steps = ['loaded', 'parsed', 'placed', 'merged', 'projected', 'published', 'marked']
const messages = ['wamid.A', 'wamid.B', 'wamid.C']

function statusPayload(id: string): unknown {
  const payload = textPayload(id, '') as { entry: { changes: { value: Record<string, unknown> }[] }[] }
  const value = payload.entry[0]?.changes[0]?.value ?? {}
  value.messages = []
  value.statuses = [{ id, status: 'read', timestamp: '1790000100', recipient_id: '15550100042' }]
  return payload
}

describe('an engine that dies', () => {
  it.concurrent.each(steps)('after the step "%s" leaves work whose outcome is exactly once', async (step) => {
    const suite = await startSuite({
      engineScript: 'tests/support/dying-engine.ts',
      engineEnv: { DIE_AT: step },
    })
    const { tenancy, ingestor, engine } = suite
    const url = `${ingestor.url}/webhooks/whatsapp`
    try {
      for (const [index, id] of messages.entries()) {
        expect(
          (
            await post(
              url,
              signed(textPayload(id, `text of ${id}`, 1_790_000_000 + index), tenancy.appSecret),
            )
          ).status,
        ).toBe(200)
      }
      expect((await post(url, signed(statusPayload('wamid.A'), tenancy.appSecret))).status).toBe(200)
      await waitFor(() => engine.signal() === 'SIGKILL', { deadlineMs: 20_000, describe: 'the engine dies' })

      const healthy = await startEngineProcess(tenancy)
      await waitFor(
        async () => (await tenancy.store.webhookAudit.countDocuments({ 'parse.state': 'done' })) === 4,
        { deadlineMs: 40_000, describe: () => `all payloads are done\n${healthy?.output()}` },
      )
      const stored = await tenancy.store.messages.find().sort({ external_id: 1 }).toArray()
      expect(stored.map(({ external_id }) => external_id)).toEqual(
        messages.map((id) => `whatsapp:700800900100200:${id}`),
      )
      expect(stored[0]?.status).toBe('read')
      const { rows } = await tenancy.pool.query(
        'select unread_count, last_message_preview from conversations',
      )
      expect(rows).toEqual([{ unread_count: 3, last_message_preview: 'text of wamid.C' }])
      await healthy.kill('SIGTERM')

      const told = (await readEvents(tenancy)).map(
        ({ type, data }) => `${type} ${data.external_id} ${data.change}`,
      )
      const created = told.filter((line) => line.startsWith('message.created'))
      expect(created.toSorted()).toEqual(
        messages.map((id) => `message.created whatsapp:700800900100200:${id} message`),
      )
      expect(new Set(told).size).toBe(told.length)
      const rowsDone = await tenancy.store.webhookAudit.find().toArray()
      const sum = rowsDone.reduce((total, { parse }) => total + (parse.counts?.stored ?? 0), 0)
      expect(sum).toBe(3)
    } finally {
      await suite.stop()
    }
  })
})

import { waitFor } from '@omnistream/common'
import { expect, it } from 'vitest'
import { post, signed, textPayload } from '../support/send.ts'
import { startSuite } from '../support/suite.ts'

const otherParser = 'tests/support/other-parser-engine.ts'

it('marks a payload whose parser throws as failed, and its neighbours pass', async () => {
  const suite = await startSuite({ engineScript: otherParser, engineEnv: { PARSER_FAULT: 'throws' } })
  const { tenancy, ingestor, engine } = suite
  try {
    const texts = ['one', 'POISON', 'two']
    const sent = texts.map((text) =>
      post(
        `${ingestor.url}/webhooks/whatsapp`,
        signed(textPayload(`wamid.${text}`, text), tenancy.appSecret),
      ),
    )
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200, 200])
    await waitFor(
      async () => (await tenancy.store.webhookAudit.countDocuments({ 'parse.state': 'pending' })) === 0,
      {
        deadlineMs: 20_000,
        describe: () => engine.output(),
      },
    )
    expect(await tenancy.store.messages.countDocuments({})).toBe(2)
    const failed = await tenancy.store.webhookAudit.findOne({ 'parse.state': 'failed' })
    expect(failed?.parse.error).toContain('cannot read it')
  } finally {
    await suite.stop()
  }
})

it('gives up a payload that kills every worker, and its neighbours pass', async () => {
  const attemptsMax = 3
  const suite = await startSuite({
    engineScript: otherParser,
    engineEnv: { PARSER_FAULT: 'kills', ENGINE_ATTEMPTS_MAX: String(attemptsMax), ENGINE_ACK_WAIT: '1s' },
  })
  const { tenancy, ingestor, engine } = suite
  try {
    const texts = ['one', 'two', 'POISON', 'three', 'four']
    for (const text of texts) {
      await post(
        `${ingestor.url}/webhooks/whatsapp`,
        signed(textPayload(`wamid.${text}`, text), tenancy.appSecret),
      )
    }
    const settled = async (): Promise<boolean> => {
      // What a supervisor does: start it again.
      if (engine.signal() !== null) await engine.restart()
      return (await tenancy.store.webhookAudit.countDocuments({ 'parse.state': 'pending' })) === 0
    }
    await waitFor(settled, { deadlineMs: 90_000, intervalMs: 200, describe: () => engine.output() })
    expect(await tenancy.store.messages.countDocuments({})).toBe(4)
    const failed = await tenancy.store.webhookAudit.findOne({ 'parse.state': 'failed' })
    expect(failed?.parse.error).toContain('given up')
  } finally {
    await suite.stop()
  }
})

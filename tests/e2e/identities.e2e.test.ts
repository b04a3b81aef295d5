import { waitFor } from '@omnistream/common'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { post, signed } from '../support/send.ts'
import { type Suite, startSuite } from '../support/suite.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})
afterAll(async () => {
  await suite?.stop()
})

type Person = { phone?: string; bsuid?: string }

/** One text of somebody who shows a phone number, a business-scoped user id, or both. */
async function say(id: string, text: string, { phone, bsuid }: Person): Promise<void> {
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '15550100001', phone_number_id: '700800900100200' },
    contacts: [
      { profile: { name: 'Bo' }, ...(phone ? { wa_id: phone } : {}), ...(bsuid ? { user_id: bsuid } : {}) },
    ],
    messages: [
      {
        ...(phone ? { from: phone } : {}),
        ...(bsuid ? { from_user_id: bsuid } : {}),
        ...{ id, timestamp: '1790000000', type: 'text', text: { body: text } },
      },
    ],
  }
  const payload = {
    object: 'whatsapp_business_account',
    entry: [{ id: '900100200300400', changes: [{ field: 'messages', value }] }],
  }
  const answer = await post(
    `${suite.ingestor.url}/webhooks/whatsapp`,
    signed(payload, suite.tenancy.appSecret),
  )
  expect(answer.status).toBe(200)
  await waitFor(() => suite.tenancy.store.messages.findOne({ 'content.body': text }), {
    deadlineMs: 15_000,
    describe: () => suite.engine.output(),
  })
}

const conversationsOf = (prefix: string): Promise<number> =>
  suite.tenancy.store.messages
    .distinct('conversation_id', { 'content.body': new RegExp(`^${prefix} `) })
    .then((ids) => ids.length)

it('keeps one history of a person who shows a phone, then both names, then only the user id', async () => {
  await say('wamid.I1', 'one phone', { phone: '15550100777' })
  await say('wamid.I2', 'one both', { phone: '15550100777', bsuid: 'US.person777' })
  await say('wamid.I3', 'one bsuid', { bsuid: 'US.person777' })
  expect(await conversationsOf('one')).toBe(1)
})

it('joins two histories when a message shows that they are of one person', async () => {
  await say('wamid.J1', 'two phone', { phone: '15550100888' })
  await say('wamid.J2', 'two bsuid', { bsuid: 'US.person888' })
  expect(await conversationsOf('two')).toBe(2)
  await say('wamid.J3', 'two both', { phone: '15550100888', bsuid: 'US.person888' })
  await waitFor(async () => (await conversationsOf('two')) === 1, {
    deadlineMs: 20_000,
    describe: () => `one conversation\n${suite.engine.output()}`,
  })
  const { rows } = await suite.tenancy.pool.query(
    'select count(*)::int as n, max(unread_count) as unread from conversations where merged_into is null and unread_count = 3',
  )
  // The three of this person, and the three of the one above.
  expect(rows).toEqual([{ n: 2, unread: 3 }])
})

it('takes two people with one user name for two', async () => {
  await say('wamid.K1', 'three a', { phone: '15550100991' })
  await say('wamid.K2', 'three b', { phone: '15550100992' })
  expect(await conversationsOf('three')).toBe(2)
})

import { waitFor } from '@omnistream/common'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApiProcess } from '../support/api-process.ts'
import { readEvents } from '../support/read-events.ts'
import { post, signed } from '../support/send.ts'
import type { ServiceProcess } from '../support/service-process.ts'
import { type Suite, startSuite } from '../support/suite.ts'

let suite: Suite
let api: ServiceProcess & { url: string }

beforeAll(async () => {
  suite = await startSuite()
  api = await startApiProcess(suite.tenancy)
})
afterAll(async () => {
  await api?.kill('SIGTERM')
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

it('makes one conversation of twenty first messages at once in each spelling of a number', async () => {
  const spellings = ['5541988887777', '554188887777']
  const burst = Array.from({ length: 40 }, (_, n) =>
    say(`wamid.L${n}`, `four ${n}`, { phone: spellings[n % 2] ?? '' }),
  )
  await Promise.all(burst)
  expect(await conversationsOf('four')).toBe(1)
  const senders = await suite.tenancy.store.messages.distinct('thread.key', { 'content.body': /^four / })
  expect(senders.toSorted()).toEqual(spellings.map((phone) => `wa_id:${phone}`).toSorted())
  const { rows } = await suite.tenancy.pool.query<{ unread: number }>(
    'select unread_count as unread from conversations where merged_into is null and unread_count > 30',
  )
  expect(rows).toEqual([{ unread: 40 }])
})

async function ask<Body>(method: 'GET' | 'POST', path: string): Promise<Body> {
  const headers = { authorization: `Bearer ${suite.tenancy.apiKey}` }
  const answer = await fetch(`${api.url}${path}`, { method, headers })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Body
}

it('takes apart what a person says are two, and leaves them apart when a webhook shows both again', async () => {
  const [phone, bsuid] = ['15550100666', 'US.person666']
  await say('wamid.M1', 'five phone', { phone })
  await say('wamid.M2', 'five bsuid', { bsuid })
  await say('wamid.M3', 'five both', { phone, bsuid })
  const moved = (count: number) =>
    waitFor(async () => (await conversationsOf('five')) === count, {
      deadlineMs: 20_000,
      describe: () => `${count} conversations\n${suite.engine.output()}`,
    })
  await moved(1)
  type Contact = { id: string; merges: { id: string; undone_at: string | null }[] }
  const found = await ask<{ data: Contact[] }>('GET', `/v1/contacts?identity=${bsuid}`)
  const contact = await ask<Contact>('GET', `/v1/contacts/${found.data[0]?.id}`)
  expect(contact.merges).toMatchObject([{ undone_at: null }])
  const mergeId = contact.merges[0]?.id ?? ''
  await ask('POST', `/v1/contacts/merges/${mergeId}/undo`)
  await moved(2)
  await say('wamid.M4', 'five both again', { phone, bsuid })
  await say('wamid.M5', 'five bsuid again', { bsuid })
  expect(await conversationsOf('five')).toBe(2)
  await waitFor(
    async () => {
      const told = (await readEvents(suite.tenancy)).filter(({ data }) => data.merge_id === mergeId)
      return told.map(({ type }) => type).join() === 'contact.merged,contact.unmerged'
    },
    { deadlineMs: 20_000, describe: 'one event of the merge and one of its undoing' },
  )
})

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { accountUpdateSchema } from '@omnistream/api/accounts/account-update-schema'
import { conversationSchema } from '@omnistream/api/conversations/conversation-schema'
import { messageSchema } from '@omnistream/api/messages/message-schema'
import { type EventEnvelope, subjects, tenantEventTypes } from '@omnistream/bus'
import { alarmEvent } from '@omnistream/chat-engine/ledger/tell-alarms'
import { contactMergeData } from '@omnistream/chat-engine/merges/contact-work'
import { mergeEvent } from '@omnistream/chat-engine/merges/merge-events'
import { generateWebhookSecret, signStandardWebhook } from '@omnistream/delivery'
import { plainPayload } from '@omnistream/hook-sender/events/plain-payload'
import { RETRY } from '@omnistream/queue'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const page = await readFile(join(import.meta.dirname, 'webhooks.md'), 'utf8')
const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, text = '']) => text,
  )

type Example = { type: string; timestamp: string; data: Record<string, unknown> }
const examples = blocks('json').map((text) => JSON.parse(text) as Example)
const text = (value: unknown): string => String(value)
const tenantId = '01987c5c-0000-7000-8000-00000000000a'
const on = subjects('')

/** What the engine and the hook sender make of the same facts. */
function madeOf(envelope: unknown): Record<string, unknown> {
  return plainPayload(envelope as EventEnvelope)
}

const checks: Record<(typeof tenantEventTypes)[number], (data: Record<string, unknown>) => unknown> = {
  'message.created': (data) => messageSchema.strict().parse(data),
  'message.updated': (data) => messageSchema.strict().parse(data),
  'message.status': (data) => messageSchema.strict().parse(data),
  'conversation.created': (data) => conversationSchema.strict().parse(data),
  'account.updated': (data) => accountUpdateSchema.strict().parse(data),
  'contact.merged': (data) => {
    const merge = {
      id: text(data.merge_id),
      from: text(data.from_contact_id),
      into: text(data.into_contact_id),
    }
    const told = { tenantId, accountId: text(data.account_id), channel: text(data.channel) }
    const cause = (['automatic', 'manual'] as const).find((one) => one === data.cause)
    if (cause === undefined) throw new Error('there is no such cause')
    const content = contactMergeData({ ...merge, cause })
    const event = { type: 'contact.merged' as const, at: new Date(text(data.at)), data: content }
    return madeOf(mergeEvent({ ...merge, ...told }, event, on).envelope)
  },
  'ledger.alarm': (data) => {
    const alarm = {
      ...{ id: text(data.alarm_id), tenantId, accountId: text(data.account_id), channel: text(data.channel) },
      ...{ hour: new Date(text(data.hour)), raisedAt: new Date(text(data.at)), clearedAt: null },
      ...{ overdue: Number(data.overdue), mismatched: Number(data.mismatched) },
      ...{ oldestPendingAt: new Date(text(data.oldest_pending_at)), raisedToldAt: null, clearedToldAt: null },
    }
    return madeOf(alarmEvent({ alarm, state: 'alarm' }, on).envelope)
  },
}

describe('webhooks.md', () => {
  it('has an example of every event, under its own heading, and of no other', () => {
    expect(examples.map(({ type }) => type).toSorted()).toEqual([...tenantEventTypes].toSorted())
    for (const type of tenantEventTypes) {
      const section = page.split(`### \`${type}\`\n`)[1]?.split('\n## ')[0]?.split('\n### ')[0]
      expect(section).toContain(`"type": "${type}"`)
    }
  })

  it.each(examples)('shows $type as it is made', ({ type, timestamp, data }) => {
    expect(checks[type as keyof typeof checks](data)).toEqual(data)
    expect(new Date(timestamp).toISOString()).toBe(timestamp)
  })

  it('has the retry schedule of RETRY', () => {
    const row = (name: string): string[] =>
      new RegExp(`^\\| ${name} +\\|(.*)\\|$`, 'm')
        .exec(page)?.[1]
        ?.split('|')
        .map((cell) => cell.trim()) ?? []
    const pauses = Array.from({ length: RETRY.attempts - 1 }, (_, n) =>
      shown(Math.min(RETRY.capMs, RETRY.baseMs * RETRY.factor ** n)),
    )
    expect(row('After attempt')).toEqual(pauses.map((_, n) => String(n + 1)))
    expect(row('at most')).toEqual(pauses)
    expect(page).toContain(`Ten attempts.`)
    expect(RETRY.attempts).toBe(10)
  })
})

/** A length of time as the table has it. */
function shown(ms: number): string {
  const [value, unit] =
    ms < 120_000 ? [ms / 1_000, 's'] : ms < 7_200_000 ? [ms / 60_000, 'min'] : [ms / 3_600_000, 'h']
  return `${Number(value.toFixed(1))} ${unit}`
}

describe('the code that verifies in Node', () => {
  type Verify = (headers: Record<string, string | undefined>, body: Uint8Array, secrets: string[]) => boolean
  let dir: string
  let verifyWebhook: Verify

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'webhooks-md-'))
    const file = join(dir, 'verify.mjs')
    await writeFile(file, stripTypeScriptTypes(blocks('ts')[0] ?? ''))
    verifyWebhook = ((await import(/* @vite-ignore */ pathToFileURL(file).href)) as { verifyWebhook: Verify })
      .verifyWebhook
  })
  afterAll(() => rm(dir, { recursive: true, force: true }))

  const [secret, other] = [generateWebhookSecret(), generateWebhookSecret()]
  const body = Buffer.from('{ "n":12345678901234567890, "text":"\\u00e9é" }')
  const signed = (secrets: string[], at = new Date()): Record<string, string> => ({
    ...signStandardWebhook({ id: 'msg_1', at, body }, secrets),
  })

  it('takes what was signed with any of its secrets, or with two', () => {
    expect(verifyWebhook(signed([secret]), body, [secret])).toBe(true)
    expect(verifyWebhook(signed([secret]), body, [other, secret])).toBe(true)
    expect(verifyWebhook(signed([other, secret]), body, [secret])).toBe(true)
  })

  it.each<[string, Record<string, string | undefined>, Uint8Array, string[]]>([
    ['another secret', signed([other]), body, [secret]],
    ['another body', signed([secret]), Buffer.from(`${body} `), [secret]],
    ['another id', { ...signed([secret]), 'webhook-id': 'msg_2' }, body, [secret]],
    ['an old time', signed([secret], new Date(Date.now() - 310_000)), body, [secret]],
    ['a time ahead', signed([secret], new Date(Date.now() + 310_000)), body, [secret]],
    ['a time that is none', { ...signed([secret]), 'webhook-timestamp': 'now' }, body, [secret]],
    ['no signature', { ...signed([secret]), 'webhook-signature': undefined }, body, [secret]],
    ['no headers', {}, body, [secret]],
  ])('refuses %s', (_, headers, bytes, secrets) => {
    expect(verifyWebhook(headers, bytes, secrets)).toBe(false)
  })
})

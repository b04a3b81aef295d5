import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { waitFor } from '@omnistream/common'
import { createHookgres, type Hookgres } from '@omnistream/hookgres'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { post, signed, textPayload } from '../support/send.ts'
import { startSenderProcess } from '../support/sender-process.ts'
import type { ServiceProcess } from '../support/service-process.ts'
import { type Suite, startSuite } from '../support/suite.ts'

type Hook = { id: string; type: string; timestamp: string; data: Record<string, unknown> }
type Receiver = {
  port: number
  hooks: Hook[]
  refused: unknown[]
  listen(): Promise<void>
  close(): Promise<void>
}

let suite: Suite
let sender: ServiceProcess & { url: string }
let hookgres: Hookgres
const receivers: Receiver[] = []

beforeAll(async () => {
  suite = await startSuite()
  const { tenancy } = suite
  sender = await startSenderProcess(tenancy)
  hookgres = createHookgres({
    ...{ pool: tenancy.pool, schema: tenancy.env.HOOKGRES_SCHEMA ?? '' },
    guard: { allow: ['127.0.0.1'] },
  })
})
afterEach(async () => {
  for (const one of receivers.splice(0)) {
    await one.close()
    expect(one.refused).toEqual([])
  }
  const { tenantId } = suite.tenancy
  const page = await hookgres.endpoints.list({ tenantId })
  for (const { id } of page.ok ? page.items : []) await hookgres.endpoints.delete({ tenantId, id })
})
afterAll(async () => {
  await sender?.kill('SIGTERM')
  await suite?.stop()
})

/** A tenant's own service, which lets nothing pass that its secret has not signed. */
async function receiver(onHook: (hook: Hook, answer: ServerResponse) => void = ok): Promise<Receiver> {
  const { tenantId } = suite.tenancy
  const port = await freePort()
  const made = await hookgres.endpoints.create({ tenantId, url: `http://127.0.0.1:${port}/hooks` })
  if (!made.ok) throw new Error(made.error)
  const verifier = new Webhook(made.secret)
  const hooks: Hook[] = []
  let server: Server | undefined
  const take = async (request: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const body = await buffer(request)
    const said = verifier.verify(body.toString(), request.headers as Record<string, string>) as Omit<
      Hook,
      'id'
    >
    const hook = { ...said, id: String(request.headers['webhook-id']) }
    hooks.push(hook)
    onHook(hook, answer)
  }
  const own: Receiver = {
    ...{ port, hooks, refused: [] },
    async listen() {
      server = createServer((request, answer) => {
        take(request, answer).catch((error: unknown) => {
          own.refused.push(error)
          answer.writeHead(401).end()
        })
      })
      await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve))
    },
    async close() {
      server?.closeAllConnections()
      await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)))
      server = undefined
    },
  }
  await own.listen()
  receivers.push(own)
  return own
}

const ok = (_: Hook, answer: ServerResponse): void => void answer.writeHead(204).end()

async function say(payload: unknown): Promise<void> {
  const answer = await post(
    `${suite.ingestor.url}/webhooks/whatsapp`,
    signed(payload, suite.tenancy.appSecret),
  )
  expect(answer.status).toBe(200)
}

function statusPayload(id: string, status: string): unknown {
  const payload = textPayload(id, '') as { entry: { changes: { value: Record<string, unknown> }[] }[] }
  const value = payload.entry[0]?.changes[0]?.value ?? {}
  delete value.messages
  value.statuses = [{ id, status, timestamp: '1790000100', recipient_id: '15550100042' }]
  return payload
}

const externalId = (id: string): string => `whatsapp:700800900100200:${id}`
const of = (hooks: readonly Hook[], type: string, id: string): Hook[] =>
  hooks.filter((hook) => hook.type === type && hook.data.external_id === externalId(id))

const until = (condition: () => boolean, deadlineMs = 30_000): Promise<unknown> =>
  waitFor(condition, { deadlineMs, describe: () => `the webhooks arrive\n${sender.output()}` })

it('tells a tenant of a message and of its status, signed, as the API shows them', async () => {
  const { hooks } = await receiver()
  await say(textPayload('wamid.one', 'good morning'))
  await until(() => of(hooks, 'message.created', 'wamid.one').length > 0)
  const [created] = of(hooks, 'message.created', 'wamid.one')
  expect(created).toMatchObject({
    ...{ id: expect.stringMatching(/^msg_/), timestamp: expect.stringMatching(/^\d{4}-.*Z$/) },
    data: { content: { body: 'good morning' }, direction: 'inbound', sender: { name: 'Ana T.' } },
  })
  await until(() => hooks.some(({ type }) => type === 'conversation.created'))
  const begun = hooks.find(({ type }) => type === 'conversation.created')
  expect(begun?.data).toMatchObject({ id: created?.data.conversation_id, kind: 'direct', unread_count: 1 })

  await say(statusPayload('wamid.one', 'read'))
  await until(() => of(hooks, 'message.status', 'wamid.one').length > 0)
  expect(of(hooks, 'message.status', 'wamid.one')[0]?.data).toMatchObject({
    id: created?.data.id,
    status: 'read',
  })
})

it('gives an endpoint that was down what it missed, under the same id, once it is up', async () => {
  const own = await receiver()
  await own.close()
  await say(textPayload('wamid.down', 'are you there?'))
  const { tenantId } = suite.tenancy
  await waitFor(
    async () => {
      const page = await hookgres.deliveries.list({ tenantId })
      return (
        page.ok && page.items.some(({ attemptCount, lastError }) => attemptCount > 0 && lastError !== null)
      )
    },
    { deadlineMs: 30_000, describe: () => `a first attempt fails\n${sender.output()}` },
  )
  await own.listen()
  await until(() => of(own.hooks, 'message.created', 'wamid.down').length > 0, 90_000)
  const hooks = of(own.hooks, 'message.created', 'wamid.down')
  const stored = await hookgres.messages.get({ tenantId, id: hooks[0]?.id ?? '' })
  expect(stored?.eventType).toBe('message.created')
})

it('loses nothing to kill -9, and sends nothing twice but under the same id', async () => {
  const held: ServerResponse[] = []
  let isHolding = true
  const { hooks } = await receiver((_, answer) => {
    if (isHolding) held.push(answer)
    else ok(_, answer)
  })
  const ids = Array.from({ length: 30 }, (_, n) => `wamid.kill.${n}`)
  for (const id of ids.slice(0, 15)) await say(textPayload(id, id))
  await until(() => held.length > 0)
  await sender.kill('SIGKILL')
  isHolding = false
  for (const answer of held) answer.destroy()
  for (const id of ids.slice(15)) await say(textPayload(id, id))
  await sender.restart()
  await until(() => ids.every((id) => of(hooks, 'message.created', id).length > 0), 90_000)
  for (const id of ids) expect(new Set(of(hooks, 'message.created', id).map((hook) => hook.id)).size).toBe(1)
  expect(new Set(hooks.map(({ id }) => id)).size).toBe(
    new Set(hooks.map(({ type, data }) => `${type} ${String(data.id)}`)).size,
  )

  const { pool, env } = suite.tenancy
  const { rows } = await pool.query<{ n: number; keys: number }>(
    `select count(*)::int as n, count(distinct idempotency_key)::int as keys from "${env.HOOKGRES_SCHEMA}".messages
      where payload ->> 'external_id' like '%wamid.kill.%'`,
  )
  expect(rows[0]).toEqual({ n: 30, keys: 30 })
})

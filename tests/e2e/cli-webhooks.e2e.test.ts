import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { waitFor } from '@omnistream/common'
import { createHookgres, type Hookgres, type Worker } from '@omnistream/hookgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApiProcess } from '../support/api-process.ts'
import { type Ran, runScript } from '../support/run-command.ts'
import type { ServiceProcess } from '../support/service-process.ts'
import { createTenancy, type Tenancy } from '../support/tenancy.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const script = 'libs/cli/src/main.ts'

let tenancy: Tenancy
let api: ServiceProcess & { url: string }
let env: Record<string, string>
let hookgres: Hookgres
let worker: Worker
let working: Promise<void>
const listeners: ChildProcess[] = []

beforeAll(async () => {
  tenancy = await createTenancy()
  api = await startApiProcess({ ...tenancy, env: { ...tenancy.env, WEBHOOK_ALLOWED_TARGETS: '127.0.0.1' } })
  env = { OMNISTREAM_DEVSTACK_DIR: '/nonexistent', OMNISTREAM_API_URL: api.url }
  env.OMNISTREAM_API_KEY = tenancy.apiKey
  hookgres = createHookgres({
    ...{ pool: tenancy.pool, schema: tenancy.env.HOOKGRES_SCHEMA ?? '' },
    guard: { allow: ['127.0.0.1'] },
  })
  worker = hookgres.createWorker({ pollMs: 20, policy: { attempts: 1, baseMs: 1, factor: 1, capMs: 1 } })
  working = worker.run()
})
afterAll(async () => {
  for (const child of listeners) child.kill('SIGKILL')
  await worker?.close()
  await working
  await api?.kill('SIGTERM')
  await tenancy?.drop()
})

const omnistream = (...args: string[]): Promise<Ran> => runScript(script, ['webhooks', ...args], env)

async function json<Answer>(...args: string[]): Promise<Answer> {
  const ran = await omnistream(...args, '--json')
  if (ran.code !== 0) throw new Error(`${args.join(' ')} ended with ${ran.code}: ${ran.err}${ran.out}`)
  return JSON.parse(ran.out)
}

type Row = {
  id: string
  status: string
  url: string
  event_types: string[] | null
  rate_limit: number | null
}

/** `omnistream listen` as a process of its own. */
async function listen(...args: string[]) {
  const child = spawn(process.execPath, [script, 'listen', '--port', '0', ...args], {
    ...{ cwd: root, env: { PATH: process.env.PATH ?? '', ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  })
  listeners.push(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += String(chunk)))
  const url = await waitFor(() => /listening on (\S+);/.exec(text)?.[1], {
    ...{ deadlineMs: 30_000, describe: () => `a receiver: ${text}` },
  })
  return { child, url, text: () => text }
}

it('an endpoint is made, tried out against omnistream listen, rotated, replayed and deleted', async () => {
  // The receiver's address is known before its secret.
  const free = await listen()
  const { port } = new URL(free.url)
  free.child.kill('SIGINT')
  expect(await once(free.child, 'exit')).toEqual([0, null])

  const created = await omnistream('create', `http://127.0.0.1:${port}/hooks`, '--description', 'crm')
  expect(created).toMatchObject({ code: 0, out: expect.stringMatching(/^whsec_\S+\n$/) })
  const id = /ep_[0-9a-f]{32}/.exec(created.err)?.[0] ?? ''
  const receiver = await listen('--port', port, '--secret', created.out.trim())

  const tried = await omnistream('test', id)
  expect(tried).toMatchObject({ code: 0, out: expect.stringMatching(/status +succeeded[\s\S]*1 .* 200 /) })
  expect(receiver.text()).toMatch(/webhook\.test {2}msg_[0-9a-f]{32} {2}verified {2}200/)

  // The old secret goes on to sign for a while: the receiver need not know.
  expect((await omnistream('rotate', id, '--overlap', '1h')).out).toMatch(/^whsec_\S+\n$/)
  expect((await omnistream('test', id)).code).toBe(0)
  expect((await omnistream('rotate', id, '--overlap', '0s')).code).toBe(0)
  const refused = await omnistream('test', id)
  expect(refused).toMatchObject({ code: 1, out: expect.stringContaining('401') })
  expect(receiver.text()).toMatch(/wrong signature {2}401/)

  const [failed] = await json<Row[]>('deliveries', '--status', 'failed')
  expect(await json('replay', '--endpoint', id, '--dry-run')).toEqual({ count: 1, complete: true })
  expect(await json('replay', '--endpoint', id)).toEqual({ count: 1, complete: true })
  await waitFor(async () => (await json<Row>('show', failed?.id ?? '')).status === 'failed', {
    ...{ deadlineMs: 20_000, describe: 'the second failure' },
  })
  expect(await json('replay', failed?.id ?? '')).toMatchObject({ id: failed?.id, status: 'pending' })

  expect((await omnistream('delete', id)).code).toBe(0)
  expect(await json('endpoints')).toEqual([])
})

it('an endpoint is changed, paused, disabled, and gets what it missed', async () => {
  const made = await json<Row & { secret: string }>('create', 'https://hooks.example/a', '--rate', '5')
  const changed = await json<Row>(
    'update',
    made.id,
    '--events',
    'message.created,ledger.alarm',
    '--unlimited',
  )
  expect(changed).toMatchObject({ event_types: ['message.created', 'ledger.alarm'], rate_limit: null })
  expect(JSON.stringify(changed)).not.toContain('whsec_')
  expect(await json('pause', made.id)).toMatchObject({ paused_at: expect.any(String) })
  const held = await omnistream('test', made.id, '--wait', '10s')
  expect(held).toMatchObject({ code: 1, err: expect.stringContaining('paused') })
  expect(await json('resume', made.id)).toMatchObject({ paused_at: null })

  expect(await json('disable', made.id, '--reason', 'moving')).toMatchObject({ disabled_reason: 'moving' })
  const sent = await hookgres.send({
    ...{ tenantId: tenancy.tenantId, eventType: 'message.created' },
    payloadJson: '{"n":12345678901234567890}',
  })
  expect(sent.deliveries).toBe(0)
  expect(await json('enable', made.id)).toMatchObject({ disabled: false })
  expect(await json('pause', made.id)).toMatchObject({ disabled: false })
  expect(await json('missed', made.id, '--from', '1h')).toMatchObject({ count: 1 })
  expect(await json<Row[]>('messages', '--limit', '1')).toMatchObject([{ id: sent.id }])
  expect((await omnistream('show', sent.id)).out).toMatch(/12345678901234567890/)
})

it('what the API refuses is told in its words', async () => {
  const ran = await omnistream('create', 'http://169.254.169.254/')
  expect(ran).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/400: .*metadata service/) })
  expect(await omnistream('replay')).toMatchObject({ code: 2, err: expect.stringContaining('--endpoint') })
})

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CliSuite, startCliSuite } from '../support/cli-suite.ts'
import { post, signed, textPayload } from '../support/send.ts'

let suite: CliSuite
let dir: string

beforeAll(async () => {
  suite = await startCliSuite()
  dir = await mkdtemp(join(tmpdir(), 'omnistream-cli-'))
})
afterAll(async () => {
  await suite?.stop()
  if (dir !== undefined) await rm(dir, { recursive: true, force: true })
})

type Simulation = {
  sent: number
  acked: number
  retries: number
  stored: number
  expected: number
  lost: string[]
  duplicates: number
  ok: boolean
}

describe('omnistream simulate whatsapp', () => {
  it('sends, waits until search finds everything, and loses nothing', async () => {
    const result = await suite.json<Simulation>('simulate', 'whatsapp', '--count', '60', '--rate', '200')
    expect(result).toMatchObject({ sent: 60, acked: 60, lost: [], duplicates: 0, ok: true })
    expect(result.stored).toBe(result.expected)
    expect(await suite.tenancy.store.messages.countDocuments({ placeholder: { $exists: false } })).toBe(
      result.stored,
    )
  })

  it('says the same for people, and a seed repeats the same messages', async () => {
    const first = await suite.omnistream('simulate', 'whatsapp', '--count', '3', '--seed', '7')
    expect(first.code).toBe(0)
    expect(first.out).toMatch(/sent +3 webhooks.*\(seed 7\)/)
    expect(first.out).toMatch(/lost +0\n/)
    const before = await suite.tenancy.store.messages.countDocuments({})
    expect((await suite.omnistream('simulate', 'whatsapp', '--count', '3', '--seed', '7')).code).toBe(0)
    expect(await suite.tenancy.store.messages.countDocuments({})).toBe(before)
  })

  it('sends the same bytes again while the edge is down', async () => {
    const running = suite.json<Simulation>('simulate', 'whatsapp', '--count', '100', '--rate', '30')
    await suite.ingestor.kill('SIGKILL')
    await suite.ingestor.restart()
    const result = await running
    expect(result).toMatchObject({ acked: 100, lost: [], duplicates: 0, ok: true })
  })

  it('ends with 1 and names what is lost when messages do not appear', async () => {
    await suite.engine.kill('SIGTERM')
    const ran = await suite.omnistream('simulate', 'whatsapp', '--count', '2', '--wait', '1s')
    await suite.engine.restart()
    expect(ran.code).toBe(1)
    expect(ran.out).toMatch(/searchable +0 of 2 webhooks/)
    expect(ran.out).toMatch(/lost +[24]\n[\s\S]*lost:\n {2}whatsapp:700800900100200:wamid\./)
  })

  it('stops at once where the edge refuses the signature, and says which setting is wrong', async () => {
    const ran = await suite.omnistreamWith({ WHATSAPP_APP_SECRET: 'wrong' }, '', 'simulate', 'whatsapp')
    expect(ran.code).toBe(1)
    expect(ran.err).toMatch(/status 401: the app secret .*WHATSAPP_APP_SECRET/)
    expect(ran.err).not.toContain('    at ')
  })
})

describe('omnistream audit and parse', () => {
  it('shows a webhook and gives its bytes back as they came, for the parser', async () => {
    const sent = signed(textPayload('wamid.CLI1', 'bytes ✓ as they came'), suite.tenancy.appSecret)
    expect((await post(`${suite.ingestor.url}/webhooks/whatsapp`, sent)).status).toBe(200)
    const [row] = await suite.json<{ id: string }[]>('audit', 'search', '--limit', '1')
    const id = row?.id ?? ''
    const raw = await suite.omnistream('audit', 'show', id, '--raw')
    expect(raw.bytes.equals(Buffer.from(sent.body))).toBe(true)
    expect((await suite.omnistream('audit', 'show', id)).out).toContain('bytes ✓ as they came')
    expect((await suite.omnistream('audit', 'show', id, '--headers')).out).toMatch(
      /^content-type: application\/json$/m,
    )

    const parsed = await suite.omnistreamWith({}, raw.bytes, 'parse', 'whatsapp', '-')
    expect(parsed.code).toBe(0)
    expect(JSON.parse(parsed.out)).toMatchObject({
      file: '-',
      kind: 'message',
      externalId: 'whatsapp:700800900100200:wamid.CLI1',
    })
  })

  it('parses what can be read, tells what cannot, and ends with 1', async () => {
    const good = join(dir, 'good.json')
    await writeFile(good, JSON.stringify(textPayload('wamid.CLI2', 'fine')))
    await writeFile(join(dir, 'binary'), Buffer.from([0, 255, 128, 1]))
    await writeFile(join(dir, 'deep.json'), `${'['.repeat(200_000)}${']'.repeat(200_000)}`)
    await writeFile(join(dir, 'large'), Buffer.alloc(13 * 1024 * 1024, 32))
    await mkdir(join(dir, 'folder'))
    const files = ['missing', 'binary', 'deep.json', 'large', 'folder'].map((name) => join(dir, name))
    const ran = await suite.omnistream('parse', 'whatsapp', ...files, good, '/dev/zero')
    expect(ran.code).toBe(1)
    expect(ran.out).toContain('wamid.CLI2')
    expect(ran.err).toContain('missing: there is no such file')
    expect(ran.err).toContain('binary: the body is not JSON')
    expect(ran.err).toContain('large: larger than 12 MiB')
    expect(ran.err).toContain('folder: is a folder')
    expect(ran.err).toContain('/dev/zero: is no ordinary file')
    expect(ran.ms).toBeLessThan(7 * 2_000)
  })
})

describe('omnistream replay', () => {
  it('reports what would change, changes nothing, then mends', async () => {
    const { messages } = suite.tenancy.store
    const sent = signed(textPayload('wamid.CLI3', 'spoilt later'), suite.tenancy.appSecret)
    await post(`${suite.ingestor.url}/webhooks/whatsapp`, sent)
    const externalId = 'whatsapp:700800900100200:wamid.CLI3'
    await expect.poll(() => messages.countDocuments({ external_id: externalId }), { timeout: 15_000 }).toBe(1)
    await messages.updateOne(
      { external_id: externalId },
      { $set: { 'content.body': 'spoilt', type: 'image' } },
    )

    const [row] = await suite.json<{ id: string }[]>('audit', 'search', '--limit', '1')
    const filter = ['--audit-id', row?.id ?? '']
    const dry = await suite.omnistream('replay', ...filter, '--dry-run')
    expect(dry.code).toBe(0)
    expect(dry.out).toMatch(
      /changed +message +whatsapp:700800900100200:wamid\.CLI3 .*"spoilt" → "spoilt later"/,
    )
    expect(dry.out).toContain('dry run: nothing was changed')
    expect((await messages.findOne({ external_id: externalId }))?.content?.body).toBe('spoilt')

    type Report = {
      replay: { status: string; counts: Record<string, number> }
      report: { items: unknown[] }[]
    }
    const real = await suite.json<Report>('replay', ...filter)
    expect(real.replay).toMatchObject({ status: 'done', counts: { changed: 1, failing: 0 } })
    expect((await messages.findOne({ external_id: externalId }))?.content?.body).toBe('spoilt later')
  })

  it('creates, lists, shows, pauses, resumes and cancels a run', async () => {
    type Run = { id: string; status: string }
    const { id } = await suite.json<Run>('replay', 'create', '--from', '1h', '--rate', '1')
    expect(await suite.json<Run[]>('replay', 'list', '--limit', '1')).toMatchObject([{ id }])
    expect(await suite.json('replay', 'pause', id)).toMatchObject({ id, status: 'paused' })
    expect(await suite.json('replay', 'show', id)).toMatchObject({ id, status: 'paused' })
    expect(await suite.json('replay', 'resume', id)).toMatchObject({ id })
    expect(await suite.json('replay', 'cancel', id)).toMatchObject({ id, status: 'cancelled' })
    const again = await suite.omnistream('replay', 'pause', id)
    expect(again).toMatchObject({ code: 1, out: '' })
    expect(again.err).toContain('a run that is cancelled cannot be asked to pause')
    expect((await suite.omnistream('replay', 'watch', id)).code).toBe(1)
  })

  it('takes no run that does not say what to replay', async () => {
    const ran = await suite.omnistream('replay', '--dry-run')
    expect(ran.code).toBe(2)
    expect(ran.err).toContain('say what to replay')
  })
})

describe('omnistream keys and accounts', () => {
  it('makes a key that works until it is revoked', async () => {
    const made = await suite.json<{ id: string; key: string }>('keys', 'create', '--name', 'cli test')
    const ask = async (): Promise<number> =>
      (await fetch(`${suite.api.url}/v1/conversations`, { headers: { authorization: `Bearer ${made.key}` } }))
        .status
    expect(await ask()).toBe(200)
    const list = await suite.omnistream('keys', 'list')
    expect(list.out).toContain('cli test')
    expect(list.out).not.toContain(made.key)
    expect((await suite.omnistream('keys', 'revoke', made.id)).code).toBe(0)
    await expect.poll(ask, { timeout: 30_000 }).toBe(401)
    expect((await suite.omnistream('keys', 'revoke', made.id)).code).toBe(1)
  })

  it('configures an account whose callback takes its webhooks, and pauses it', async () => {
    const added = await suite.omnistreamWith(
      {},
      'shhh\n',
      ...[
        'accounts',
        'add',
        'whatsapp',
        '--id',
        '555',
        '--name',
        'Second',
        '--app-secret',
        '-',
        '--access-token',
        'opens-it',
        '--json',
      ],
    )
    expect(added.code).toBe(0)
    expect(added.out).not.toMatch(/shhh|opens-it/)
    const { id, callback_url, verify_token } = JSON.parse(added.out)
    const query = new URLSearchParams({
      'hub.mode': 'subscribe',
      'hub.verify_token': verify_token,
      'hub.challenge': '42',
    })
    await expect
      .poll(async () => (await fetch(`${callback_url}?${query}`)).status, { timeout: 15_000 })
      .toBe(200)
    const body = JSON.stringify(textPayload('wamid.CLI4', 'second number')).replaceAll(
      '700800900100200',
      '555',
    )
    expect((await post(callback_url, signed(JSON.parse(body), 'shhh'))).status).toBe(200)
    const token = await suite.omnistreamWith({}, 'newer\n', 'accounts', 'access-token', id, '-')
    expect(token).toMatchObject({ code: 0 })
    expect(token.out).not.toContain('newer')
    expect((await suite.omnistream('accounts', 'pause', id)).out).toContain('is paused')
    expect(await suite.json('accounts', 'list')).toContainEqual(
      expect.objectContaining({ id, status: 'paused' }),
    )
    const twice = await suite.omnistream('accounts', 'add', 'whatsapp', '--id', '555', '--name', 'Again')
    expect(twice).toMatchObject({ code: 1 })
    expect(twice.err).toContain('configured already')
  })

  it('says for each channel what to paste where, and makes up what is ours to choose', async () => {
    const telegram = ['accounts', 'add', 'telegram', '--id', '700800900', '--name', 'Bot']
    const added = await suite.omnistream(...telegram)
    expect(added.code).toBe(0)
    expect(added.out).toMatch(/app secret +[0-9a-f]{32}/)
    expect(added.out).not.toContain('verify token')
    const callback = /callback URL +(\S+)/.exec(added.out)?.[1] ?? ''
    expect(callback).toMatch(/\/webhooks\/telegram\/[0-9a-f-]{36}$/)
    expect(added.err).toContain(`setWebhook" -d url=${callback} -d secret_token="$APP_SECRET"`)
    expect(added.err).not.toContain(/app secret +(\S+)/.exec(added.out)?.[1])
    const vk = ['accounts', 'add', 'vk', '--id', '200000001', '--name', 'Community']
    const asked = await suite.omnistream(...vk)
    expect(asked).toMatchObject({ code: 2, out: '' })
    expect(asked.err).toContain('confirmation string')
    const made = await suite.json<{ verify_token: string; app_secret: string; callback_url: string }>(
      ...vk,
      ...['--verify-token', 'c0ffee42'],
    )
    expect(made).toMatchObject({ verify_token: 'c0ffee42', app_secret: expect.stringMatching(/^\w{32}$/) })
    const confirmation = { type: 'confirmation', group_id: 200_000_001 }
    await expect
      .poll(async () => (await post(made.callback_url, signed(confirmation, 'any'))).text(), {
        timeout: 15_000,
      })
      .toBe('c0ffee42')
  })
})

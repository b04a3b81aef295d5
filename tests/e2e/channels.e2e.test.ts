import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Channel, channels, type InboundRequest, type SampleAccount } from '@omnistream/channels'
import { readExample } from '@omnistream/channels/testing/read-example'
import { seededRandom } from '@omnistream/channels/testing/seeded-random'
import { callbackPath } from '@omnistream/cli/simulate/callback-path'
import { sampleAccount } from '@omnistream/cli/simulate/sample-account'
import { type CommandRun, runCommandLine } from '@omnistream/cli/testing/run-command-line'
import { waitFor } from '@omnistream/common'
import { createAccount } from '@omnistream/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CliSuite, startCliSuite } from '../support/cli-suite.ts'
import { type Handshake, handshakeOf } from '../support/handshakes.ts'

type Keys = { account: SampleAccount; secret: string; verifyToken: string }

const all: Channel[] = Object.values(channels)
const keys = new Map<string, Keys>()
let suite: CliSuite
let dir: string

beforeAll(async () => {
  suite = await startCliSuite()
  dir = await mkdtemp(join(tmpdir(), 'omnistream-channels-'))
  for (const { id } of all) keys.set(id, await configure(id))
  // Nothing is stored while an account is awaited: the edge does not know it, or misses the signature.
  await waitFor(async () => (await Promise.all(all.map(isConfigured))).every(Boolean), {
    deadlineMs: 30_000,
    describe: () => `the edge knows the accounts\n${suite.ingestor.output()}`,
  })
})
afterAll(async () => {
  await suite?.stop()
  if (dir !== undefined) await rm(dir, { recursive: true, force: true })
})

/** An account of the channel with a secret of its own; the tenancy has the one of WhatsApp already. */
async function configure(channel: string): Promise<Keys> {
  const { tenancy } = suite
  const account = sampleAccount(channel)
  if (channel === 'whatsapp') return { account, secret: tenancy.appSecret, verifyToken: tenancy.verifyToken }
  const [secret, verifyToken] = [randomBytes(16).toString('hex'), randomBytes(4).toString('hex')]
  const made = await createAccount(tenancy.pool, tenancy.keyRing, {
    ...{ tenantId: tenancy.tenantId, channel, name: channel, ...account },
    secrets: { appSecrets: [secret], verifyTokens: [verifyToken] },
  })
  if (!made.ok) throw new Error(`the account of ${channel} could not be made`)
  return { account, secret, verifyToken }
}

async function isConfigured({ id }: Channel): Promise<boolean> {
  const { externalId } = keysOf(id).account
  const answer = await fetch(`${suite.ingestor.url}/webhooks/${id}/${externalId}`, {
    ...{ method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } },
  })
  await answer.arrayBuffer()
  return answer.status === 401
}

function keysOf(id: string): Keys {
  const found = keys.get(id)
  if (found === undefined) throw new Error(`no account of ${id}`)
  return found
}

/** An unsigned webhook of the channel, to its account or to another path. */
function webhook(channel: Channel, seq: number, path?: string): InboundRequest {
  const { account } = keysOf(channel.id)
  const now = Date.now()
  const { body, contentType } = channel.sample({ random: seededRandom(seq), account, seq, now })
  const url = `${suite.ingestor.url}${path ?? callbackPath(channel, account.externalId)}`
  return { method: 'POST', url, headers: { 'content-type': contentType }, body, receivedAt: now }
}

async function send({ method, url, headers, body }: InboundRequest) {
  const sent = method === 'GET' ? {} : { body: Buffer.from(body) }
  const answer = await fetch(url, { method, headers, ...sent })
  return {
    ...{ status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() },
  }
}

/** `omnistream …` set up for this channel. */
const omnistream = (channel: Channel, ...argv: string[]): Promise<CommandRun> =>
  runCommandLine(argv, { ...suite.env, OMNISTREAM_SAMPLE_SECRET: keysOf(channel.id).secret })

describe.each(all)('$id', (channel) => {
  const rows = (): Promise<number> => suite.tenancy.store.webhookAudit.countDocuments({})
  const shake = (): Handshake | undefined =>
    handshakeOf(channel, { edge: suite.ingestor.url, ...keysOf(channel.id) })

  it('refuses what is unsigned, signed with another secret, or for nobody, and stores none of it', async () => {
    const before = await rows()
    const { secret } = keysOf(channel.id)
    const unsigned = webhook(channel, 1)
    expect((await send(unsigned)).status).toBe(401)
    expect((await send(channel.sign(unsigned, 'guess'))).status).toBe(401)
    const nobody = webhook(channel, 1, `/webhooks/${channel.id}/nobody`)
    expect((await send(channel.sign(nobody, secret))).status).toBe(404)
    if (channel.accountInPath) {
      const unnamed = webhook(channel, 1, `/webhooks/${channel.id}`)
      expect((await send(channel.sign(unnamed, secret))).status).toBe(404)
    }
    const visit = { ...unsigned, method: 'GET', headers: {}, body: new Uint8Array() }
    expect((await send(visit)).status).toBe(channel.byGet ? 401 : 400)
    expect(await rows()).toBe(before)
  })

  it('stores what is signed, whichever callback it comes to, and answers as the provider wants', async () => {
    const { account, secret } = keysOf(channel.id)
    const before = await suite.tenancy.store.webhookAudit.countDocuments({ channel: channel.id })
    const own = `/webhooks/${channel.id}/${account.externalId}`
    for (const path of [callbackPath(channel, account.externalId), own]) {
      const answer = await send(channel.sign(webhook(channel, 2, path), secret))
      expect(answer).toEqual({
        status: 200,
        type: channel.acknowledgement?.contentType ?? '',
        text: channel.acknowledgement?.body ?? '',
      })
    }
    const stored = await suite.tenancy.store.webhookAudit.find({ channel: channel.id }).toArray()
    expect(stored).toHaveLength(before + 2)
    expect(new Set(stored.map(({ signature_status }) => signature_status))).toEqual(new Set(['VALID']))
    for (const row of stored)
      expect(row.tenant_id?.toString('hex')).toBe(suite.tenancy.tenantId.replaceAll('-', ''))
  })

  it('proves that the callback is ours where the provider asks, and only to the provider', async () => {
    const known = shake()
    if (known === undefined) return
    const before = await rows()
    expect(await send(known.right)).toMatchObject({ status: 200, text: known.answer })
    const refused = await send(known.wrong)
    expect(refused.status).toBe(known.status)
    expect(refused.text).not.toContain(known.answer)
    expect(await rows()).toBe(before)
  })

  it('loses nothing of 20 simulated webhooks, and finds each by search', async () => {
    const ran = await omnistream(channel, 'simulate', channel.id, '--count', '20', '--json')
    expect(ran).toMatchObject({ code: 0, err: '' })
    expect(JSON.parse(ran.out)).toMatchObject({
      ...{ sent: 20, acked: 20, retries: 0, searchable: 20, lost: [], duplicates: 0, ok: true },
    })
  })

  it('makes an example of a stored webhook that the parser reads as it is written down', async () => {
    const found = await omnistream(
      channel,
      'audit',
      'search',
      '--channel',
      channel.id,
      '--limit',
      '1',
      '--json',
    )
    const [row]: { id: string }[] = JSON.parse(found.out)
    const out = join(dir, channel.id)
    const made = await omnistream(channel, 'fixture', row?.id ?? '', '--out', out, '--name', 'one', '--json')
    expect(made.code, made.err).toBe(0)
    const { example, expected } = JSON.parse(made.out) as { example: string; expected: string }
    // As the channel's table of examples reads it.
    const { body, ...callback } = readExample(pathToFileURL(`${out}/`), basename(example))
    const read = channel.read(body, callback)
    const updates = read.ok ? channel.parse(read.value, callback) : read.error
    expect(updates).toEqual(JSON.parse(await readFile(expected, 'utf8')))
    expect(updates.length).toBeGreaterThan(0)
  })
})

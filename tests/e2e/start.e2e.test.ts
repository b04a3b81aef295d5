import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { connectBus, streamNames } from '@omnistream/bus'
import { channels } from '@omnistream/channels'
import { silentLogger, waitFor } from '@omnistream/common'
import { ensureDevstack } from '@omnistream/devstack'
import { createMongo } from '@omnistream/mongo'
import { createPool } from '@omnistream/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { runScript } from '../support/run-command.ts'

const root = resolve(import.meta.dirname, '../..')
const name = `start${randomBytes(5).toString('hex')}`

let env: Record<string, string>
let dir: string

beforeAll(async () => {
  const urls = await ensureDevstack({ log: () => {} })
  const mongo = new URL(urls.MONGODB_URI)
  mongo.pathname = `/${name}`
  dir = await mkdtemp(join(tmpdir(), 'omnistream-start-'))
  env = {
    ...urls,
    MONGODB_URI: mongo.href,
    DATABASE_SCHEMA: name,
    HOOKGRES_SCHEMA: `${name}_hooks`,
    BUS_PREFIX: `${name}_`,
    OMNISTREAM_DEVSTACK_DIR: dir,
    INGESTOR_PORT: String(await freePort()),
    ENGINE_PORT: String(await freePort()),
    API_PORT: String(await freePort()),
    HOOK_SENDER_PORT: String(await freePort()),
  }
})

afterAll(async () => {
  await dropAll()
  await rm(dir, { recursive: true, force: true })
})

async function dropAll(): Promise<void> {
  const mongo = createMongo({ uri: env.MONGODB_URI ?? '', appName: 'test' })
  await mongo.db.dropDatabase()
  await mongo.close()
  const pool = createPool(env.DATABASE_URL ?? '', { applicationName: 'test', logger: silentLogger() })
  await pool.query(`drop schema if exists "${name}", "${name}_hooks" cascade`)
  await pool.end()
  const bus = connectBus({ servers: env.NATS_URL ?? '', name: 'test', logger: silentLogger() })
  if (await bus.untilUp(AbortSignal.timeout(5_000))) {
    const manager = await bus.manager()
    for (const stream of Object.values(streamNames(`${name}_`)))
      await manager.streams.delete(stream).catch(() => false)
  }
  await bus.close()
}

const answers = async (port: string | undefined): Promise<boolean> => {
  try {
    return (await fetch(`http://127.0.0.1:${port}/healthz`)).ok
  } catch {
    return false
  }
}

const servicesAnswering = async (): Promise<number> => {
  const ports = [env.INGESTOR_PORT, env.ENGINE_PORT, env.API_PORT, env.HOOK_SENDER_PORT]
  const all = await Promise.all(ports.map(answers))
  return all.filter(Boolean).length
}

/** `npm start` without npm, in a process group of its own as a terminal would have it. */
async function startInGroup(): Promise<{ child: ChildProcess; output(): string }> {
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8')
    })
  }
  await waitFor(() => output.includes('Ctrl-C stops everything') || child.exitCode !== null, {
    deadlineMs: 90_000,
    describe: () => `npm start is up\n${output}`,
  })
  return { child, output: () => output }
}

/** The rows of the table that the summary has: how many of each channel's samples were sent, stored and found. */
function samplesIn(output: string): { channel: string; sent: number; stored: number }[] {
  const row =
    /^ {2}(\w+) +(?<sent>\d+) +\k<sent> +(?<stored>\d+) of \k<stored> +\k<sent> of \k<sent> +\d+ ms +http:/gm
  return [...output.matchAll(row)].map(({ 1: channel = '', groups }) => ({
    ...{ channel, sent: Number(groups?.sent), stored: Number(groups?.stored) },
  }))
}

let storedFirst = 0

describe('npm start', () => {
  it('brings everything up, finds samples of every channel by search, and says what to try', async () => {
    const ran = await runScript('scripts/start.ts', ['--once'], env)
    expect(ran.err).toBe('')
    expect(ran.code).toBe(0)
    const samples = samplesIn(ran.out)
    expect(samples.map(({ channel }) => channel)).toEqual(Object.keys(channels))
    expect(new Set(samples.map(({ sent }) => sent))).toEqual(new Set([3]))
    storedFirst = samples.reduce((sum, { stored }) => sum + stored, 0)
    expect(ran.out).toMatch(
      /curl -s -H 'Authorization: Bearer omni_\w+' 'http:.*\/v1\/messages\/search\?q=q[a-z]{14}'/,
    )
    expect(await servicesAnswering()).toBe(0)
  })

  it('keeps settings and data for the second start, which takes seconds', async () => {
    const file = join(dir, 'development.env')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const before = await readFile(file, 'utf8')
    const ran = await runScript('scripts/start.ts', ['--once'], env)
    expect(ran.code).toBe(0)
    expect(await readFile(file, 'utf8')).toBe(before)
    expect(ran.out).not.toContain('development tenant: made')
    expect(ran.out).toMatch(/\b0 of \d+ migrations applied now/)
    expect(ran.ms).toBeLessThan(30_000)
    const mongo = createMongo({ uri: env.MONGODB_URI ?? '', appName: 'test' })
    const stored = samplesIn(ran.out).reduce((sum, one) => sum + one.stored, storedFirst)
    expect(stored).toBeGreaterThan(storedFirst)
    expect(await mongo.db.collection('messages').countDocuments({ placeholder: { $exists: false } })).toBe(
      stored,
    )
    await mongo.close()
  })

  it('lets the command work without any setting', async () => {
    const cli = { OMNISTREAM_DEVSTACK_DIR: dir }
    const ran = await runScript('libs/cli/src/main.ts', ['accounts', 'list', '--json'], cli)
    expect(ran.err).toBe('')
    const accounts: { channel: string; externalId: string; status: string }[] = JSON.parse(ran.out)
    expect(accounts.map(({ channel }) => channel).sort()).toEqual(Object.keys(channels).sort())
    expect(accounts).toContainEqual(
      expect.objectContaining({ channel: 'whatsapp', externalId: '700800900100200', status: 'active' }),
    )
  })

  it('says in one line that a port is in use, and which setting changes it', async () => {
    const taken = createServer().listen(Number(env.ENGINE_PORT), '127.0.0.1')
    await once(taken, 'listening')
    const ran = await runScript('scripts/start.ts', ['--once'], env)
    taken.close()
    expect(ran.code).toBe(1)
    expect(ran.err).toMatch(
      /^omnistream: port \d+ is in use: stop what listens there or set ENGINE_PORT .*\n$/,
    )
  })

  it('says in one line that a server does not answer, and which setting names it', async () => {
    const ran = await runScript('scripts/start.ts', ['--once'], { ...env, NATS_URL: 'nats://127.0.0.1:1' })
    expect(ran.code).toBe(1)
    expect(ran.err).toMatch(/^omnistream: the server of NATS_URL does not answer .*\n$/)
  })

  it('stops everything on Ctrl-C, however often it is passed on', async () => {
    const { child, output } = await startInGroup()
    expect(await servicesAnswering()).toBe(4)
    const group = -(child.pid ?? 0)
    const ended = once(child, 'exit')
    process.kill(group, 'SIGINT')
    process.kill(group, 'SIGINT')
    expect(await ended).toEqual([0, null])
    expect(output()).toContain('stopping the services')
    expect(await servicesAnswering()).toBe(0)
  })

  it('leaves no service behind even when it is killed itself', async () => {
    const { child } = await startInGroup()
    child.kill('SIGKILL')
    await waitFor(async () => (await servicesAnswering()) === 0, {
      deadlineMs: 20_000,
      describe: 'services end',
    })
  })
})

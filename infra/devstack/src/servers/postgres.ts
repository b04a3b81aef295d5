import { access, chmod, chown, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { DevstackError } from '../devstack-error.ts'
import { commandInRootfs, dataMount } from '../rootfs/command-in-rootfs.ts'
import { type UserIds, userIds } from '../rootfs/user-ids.ts'
import { run } from '../system/run.ts'
import { postgresConf } from './postgres-conf.ts'
import type { InstanceOptions, Server } from './server.ts'

const binaries = '/usr/lib/postgresql/18/bin'
const database = 'omnistream'

/** PostgreSQL with DocumentDB in its `postgres` database and the suite's own tables in `omnistream`. */
export async function postgresServer(options: InstanceOptions): Promise<Server> {
  const { rootfs, dir, ports } = options
  const dataDir = join(dir, 'data')
  const user = await userIds(rootfs, 'postgres')
  const inRootfs = (argv: string[]) => commandInRootfs({ rootfs, dataDir, user, argv })
  return {
    name: 'postgres',
    title: 'PostgreSQL',
    port: ports.postgres,
    ...commandInRootfs({
      rootfs,
      dataDir,
      user,
      argv: [`${binaries}/postgres`, '-D', `${dataMount}/postgres`],
      ...(options.endWithParent ? { parentDeathSignal: 'INT' as const } : {}),
    }),
    stopSignal: 'SIGINT',
    isReady: () => answers(ports.postgres),
    prepare: async () => {
      await initialize(dataDir, user, inRootfs)
      const conf = postgresConf({ port: ports.postgres, memoryBytes: totalmem() })
      await writeFile(join(dataDir, 'postgres', 'omnistream.conf'), conf)
    },
    afterStart: () => createDatabases(ports.postgres),
  }
}

type InRootfs = (argv: string[]) => { command: string; argv: string[] }

/** initdb in a folder of another name: what has the right name is whole. */
async function initialize(dataDir: string, user: UserIds, inRootfs: InRootfs): Promise<void> {
  const finished = join(dataDir, 'postgres')
  if (await exists(join(finished, 'PG_VERSION'))) return
  const unfinished = join(dataDir, 'postgres.new')
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  await chown(unfinished, user.uid, user.gid)
  await chmod(unfinished, 0o700)
  const options = ['-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8']
  const { command, argv } = inRootfs([`${binaries}/initdb`, '-D', `${dataMount}/postgres.new`, ...options])
  const { code, output } = await run(command, argv)
  if (code !== 0) throw new DevstackError('START_FAILED', `initdb failed: ${lastLine(output)}`)
  await writeFile(join(unfinished, 'postgresql.conf'), "include 'omnistream.conf'\n", { flag: 'a' })
  await rename(unfinished, finished)
}

async function answers(port: number): Promise<boolean> {
  try {
    await withClient(port, 'postgres', (client) => client.query('select 1'))
    return true
  } catch {
    return false
  }
}

async function createDatabases(port: number): Promise<void> {
  await withClient(port, 'postgres', async (client) => {
    await client.query('create extension if not exists documentdb cascade')
    await client.query('create extension if not exists documentdb_extended_rum')
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database])
    if (rowCount === 0) await client.query(`create database ${database}`)
  })
}

async function withClient<T>(
  port: number,
  name: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    database: name,
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function lastLine(output: string): string {
  return output.trim().split('\n').at(-1) ?? ''
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

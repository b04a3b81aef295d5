import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { DevstackError } from './devstack-error.ts'
import type { DevstackUrls, Ports, ServiceName } from './types.ts'

export type Environment = Record<string, string | undefined>

export type DevstackSettings = {
  /** Servers that are already there; nothing is started for them. */
  given: Partial<DevstackUrls>
  ports: Ports
  /** Data, logs and pid files of the shared instance. */
  dir: string
  /** Holds the built root file system; shared by all checkouts of a user. */
  cacheDir: string
  /** A Debian mirror, where the machine's own apt has none (Ubuntu). */
  debianMirror: string | undefined
}

export const portVariables: Record<ServiceName, string> = {
  mongo: 'OMNISTREAM_MONGO_PORT',
  postgres: 'OMNISTREAM_POSTGRES_PORT',
  nats: 'OMNISTREAM_NATS_PORT',
  valkey: 'OMNISTREAM_VALKEY_PORT',
}

const text = z.string().trim().min(1).optional()
const port = (standard: number) => z.coerce.number().int().min(1).max(65_535).default(standard)

const schema = z.object({
  MONGODB_URI: text,
  DATABASE_URL: text,
  NATS_URL: text,
  REDIS_URL: text,
  OMNISTREAM_MONGO_PORT: port(27_117),
  OMNISTREAM_POSTGRES_PORT: port(5_499),
  OMNISTREAM_NATS_PORT: port(4_299),
  OMNISTREAM_VALKEY_PORT: port(6_399),
  OMNISTREAM_DEVSTACK_DIR: text,
  OMNISTREAM_DEBIAN_MIRROR: text,
  XDG_CACHE_HOME: text,
})

const repositoryRoot = resolve(import.meta.dirname, '../../..')

/** @throws DevstackError BAD_SETTINGS that names every wrong setting */
export function readSettings(environment: Environment): DevstackSettings {
  const parsed = schema.safeParse(withoutEmpty(environment))
  if (!parsed.success) throw new DevstackError('BAD_SETTINGS', z.prettifyError(parsed.error))
  const values = parsed.data
  return {
    given: givenUrls(values),
    ports: {
      mongo: values.OMNISTREAM_MONGO_PORT,
      postgres: values.OMNISTREAM_POSTGRES_PORT,
      nats: values.OMNISTREAM_NATS_PORT,
      valkey: values.OMNISTREAM_VALKEY_PORT,
    },
    dir: resolve(values.OMNISTREAM_DEVSTACK_DIR ?? join(repositoryRoot, '.devstack')),
    cacheDir: join(values.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'omnistream'),
    debianMirror: values.OMNISTREAM_DEBIAN_MIRROR,
  }
}

function givenUrls(values: z.infer<typeof schema>): Partial<DevstackUrls> {
  const { MONGODB_URI, DATABASE_URL, NATS_URL, REDIS_URL } = values
  return {
    ...(MONGODB_URI === undefined ? {} : { MONGODB_URI }),
    ...(DATABASE_URL === undefined ? {} : { DATABASE_URL }),
    ...(NATS_URL === undefined ? {} : { NATS_URL }),
    ...(REDIS_URL === undefined ? {} : { REDIS_URL }),
  }
}

/** `FOO=` means unset, as in a .env file. */
function withoutEmpty(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
}

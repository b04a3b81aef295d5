import { ensureDevstack } from '@omnistream/devstack'

/** The server that tests with a real database use, started when it is not up; each test takes a schema of its own. */
export const testDatabaseUrl = async (): Promise<string> =>
  process.env.DATABASE_URL ?? (await ensureDevstack({ log: () => {} })).DATABASE_URL

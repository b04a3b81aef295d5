import { ensureDevstack } from '@omnistream/devstack'

/** Vitest's global set-up: one data plane for all tests; each takes its own database, schema and bus prefix. */
export default async function setup(): Promise<void> {
  await ensureDevstack({ log: (line) => console.error(line) })
}

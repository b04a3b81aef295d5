import { createHash } from 'node:crypto'

/** What the root file system is made of. A change here gives it another name in the cache. */
export const recipe = {
  revision: 1,
  suite: 'forky',
  variant: 'minbase',
  packages: ['postgresql-18', 'postgresql-18-documentdb', 'nats-server', 'valkey-server'],
} as const

/** Space the build needs for a while, and the finished tree for good (measured: 1.0 GB and 0.7 GB). */
export const buildBytes = 1_500_000_000

export const rootfsName = `rootfs-${createHash('sha256').update(JSON.stringify(recipe)).digest('hex').slice(0, 12)}`

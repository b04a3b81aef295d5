import type { Logger } from '@omnistream/common'
import type { Collections, UuidCodec } from '@omnistream/mongo'
import type { Pool } from '@omnistream/postgres'

/** What it takes to move messages between conversations. */
export type MoveDeps = {
  pool: Pool
  messages: Collections['messages']
  uuids: UuidCodec
  logger: Logger
  now(): Date
  /** A message that is moved must not be overwritten by a worker that read it before. */
  newRev(): string
}

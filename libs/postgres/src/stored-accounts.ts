import type { Logger } from '@omnistream/common'
import { type AccountDirectory, createAccountDirectory } from './account-directory.ts'
import { listAccounts } from './channel-accounts.ts'
import type { KeyRing } from './key-ring.ts'
import type { Pool } from './pool.ts'

const refreshMs = 2_000

/** The directory of all accounts in PostgreSQL. One whose secrets cannot be decrypted is told and left out. */
export const storedAccounts = (pool: Pool, keyRing: KeyRing, logger: Logger): AccountDirectory =>
  createAccountDirectory({
    load: () =>
      listAccounts(pool, keyRing, {
        onUnreadable: (error, accountId) =>
          logger.error({ err: error, account_id: accountId }, 'account.unreadable'),
      }),
    refreshMs,
    logger,
  })

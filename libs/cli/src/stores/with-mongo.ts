import { errorCode } from '@omnistream/common/error-code'
import { OmniError } from '@omnistream/common/errors'
import { createMongo, type Mongo } from '@omnistream/mongo/client'
import type { CliConfig } from '../settings/cli-config.ts'
import { need } from '../settings/read-config.ts'

/**
 * Runs `use` with a client that has answered, and closes it.
 * @throws {OmniError} MONGODB_UNREACHABLE.
 */
export async function withMongo<Result>(
  config: CliConfig,
  use: (mongo: Mongo) => Promise<Result>,
): Promise<Result> {
  const mongo = createMongo({ uri: need(config, 'MONGODB_URI'), appName: 'omnistream-cli', maxPoolSize: 4 })
  try {
    try {
      await mongo.ping()
    } catch (cause) {
      const code = errorCode(cause) ?? (cause instanceof Error ? cause.name : 'no answer')
      throw new OmniError('MONGODB_UNREACHABLE', `the server of MONGODB_URI does not answer (${code})`, {
        cause,
      })
    }
    return await use(mongo)
  } finally {
    await mongo.close()
  }
}

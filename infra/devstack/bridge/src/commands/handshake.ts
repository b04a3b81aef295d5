import { encode } from '../bson/encode.ts'
import { CommandError } from '../errors/command-error.ts'
import type { Handler } from '../handler.ts'
import { maxWireVersion, serverVersion } from '../server-version.ts'
import { maxBsonObjectBytes, maxMessageBytes, maxWriteBatchSize } from '../wire/opcodes.ts'

/**
 * A standalone server: no set name, so no driver retries writes or opens transactions.
 * While PostgreSQL is away it is refused, and drivers wait as they do for a server that is down.
 */
export const hello: Handler = async function hello(_command, { database, now }) {
  if (!database.isUp()) {
    throw new CommandError(91, 'ShutdownInProgress', 'the database behind the bridge is not reachable')
  }
  return encode({
    helloOk: true,
    ismaster: true,
    isWritablePrimary: true,
    maxBsonObjectSize: maxBsonObjectBytes,
    maxMessageSizeBytes: maxMessageBytes,
    maxWriteBatchSize,
    localTime: new Date(now()),
    logicalSessionTimeoutMinutes: 30,
    minWireVersion: 0,
    maxWireVersion,
    readOnly: false,
    ok: 1,
  })
}

export const ping: Handler = async function ping() {
  return encode({ ok: 1 })
}

export const buildInfo: Handler = async function buildInfo() {
  const versionArray = [...serverVersion.split('.').map(Number), 0]
  return encode({
    version: serverVersion,
    versionArray,
    bits: 64,
    maxBsonObjectSize: maxBsonObjectBytes,
    ok: 1,
  })
}

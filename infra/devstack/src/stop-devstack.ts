import { rm } from 'node:fs/promises'
import { dockerAnswers } from './choose-way.ts'
import { composeDown } from './docker.ts'
import { stopServer } from './instance.ts'
import { type Environment, readSettings } from './settings.ts'
import type { Log } from './types.ts'

/**
 * Stops the shared servers, in the reverse order of their start, whichever way they came about. Servers the
 * environment names are not touched.
 * @param options.removeData empties the data folder (and drops Docker's volumes) afterwards
 */
export async function stopDevstack(
  options: { log?: Log; env?: Environment; removeData?: boolean } = {},
): Promise<void> {
  const { log = () => {}, env = process.env, removeData = false } = options
  const settings = readSettings(env)
  for (const service of ['valkey', 'nats', 'mongo', 'postgres'] as const) {
    await stopServer(service, settings.dir)
  }
  if (await dockerAnswers()) await composeDown(settings.ports, { removeData }, log)
  if (removeData) await rm(settings.dir, { recursive: true, force: true })
}

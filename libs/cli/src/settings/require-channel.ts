import { UsageError } from '../cli-error.ts'

/** @throws {UsageError} that names the channels there are. */
export async function requireChannel(id: string): Promise<void> {
  const { channels } = await import('@omnistream/channels')
  const known = Object.keys(channels)
  if (!known.includes(id)) throw new UsageError(`there is no channel "${id}"; there are: ${known.join(', ')}`)
}

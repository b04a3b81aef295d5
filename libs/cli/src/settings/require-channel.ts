import type { Channel } from '@omnistream/channels'
import { UsageError } from '../cli-error.ts'

/** The channel of this id. @throws {UsageError} that names the channels there are. */
export async function requireChannel(id: string): Promise<Channel> {
  const { channelById, channels } = await import('@omnistream/channels')
  const channel = channelById(id)
  if (channel !== undefined) return channel
  throw new UsageError(`there is no channel "${id}"; there are: ${Object.keys(channels).join(', ')}`)
}

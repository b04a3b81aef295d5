import { channelById } from '@omnistream/channels'
import { ConfigError } from '@omnistream/common/config'

/**
 * `channel=url` entries of MEDIA_ENDPOINTS as a map.
 * @throws {ConfigError} naming what is wrong with which entry.
 */
export function parseEndpoints(entries: readonly string[]): ReadonlyMap<string, string> {
  const endpoints = new Map<string, string>()
  const problems: string[] = []
  for (const entry of entries) {
    const [channel = '', ...rest] = entry.split('=')
    const url = rest.join('=')
    const isUrl = /^https?:\/\//.test(url) && URL.canParse(url)
    if (!isUrl || channelById(channel) === undefined) {
      problems.push(`MEDIA_ENDPOINTS: "${channel}" must be a channel, followed by = and an http or https URL`)
    } else endpoints.set(channel, url)
  }
  if (problems.length > 0) throw new ConfigError('chat-engine', problems)
  return endpoints
}

import type { Channel, InboundRequest, SampleAccount } from '@omnistream/channels'
import { seededRandom } from './random.ts'

export type SimulatedWebhook = {
  /** Not signed yet: some providers sign the time of sending. */
  request: InboundRequest
  /** External ids that must become messages. */
  messageIds: readonly string[]
  /** The message that the search word finds; the first of `messageIds`. */
  mainId: string
  searchText: string
}

/** Samples of a run whose sequence numbers differ in their last letter only share a prefix of the search word. */
export const samplesToPrefix = 26
export const prefixLength = 6

const firstBlocks = 10_000_000

/**
 * Webhooks one after the other, all from one seed. Each run begins at a sequence number of its own, so that its search
 * words share no prefix with those of earlier runs.
 */
export function* buildWebhooks(options: {
  channel: Channel
  seed: number
  count: number
  account: SampleAccount
  /** The callback as the provider would call it. */
  url: string
  now: () => number
}): Generator<SimulatedWebhook> {
  const { channel, account, url } = options
  const random = seededRandom(options.seed)
  const first = Math.floor(random() * firstBlocks) * samplesToPrefix
  for (let index = 0; index < options.count; index += 1) {
    const now = options.now()
    const sample = channel.sample({ random, account, seq: first + index, now })
    const { body, contentType, messageIds, searchText } = sample
    const [mainId = ''] = messageIds
    const headers = { 'content-type': contentType }
    yield {
      request: { method: 'POST', url, headers, body, receivedAt: now },
      ...{ messageIds, mainId, searchText },
    }
  }
}

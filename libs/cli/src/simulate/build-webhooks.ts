import { whatsappSample } from '@omnistream/channels/testing/samples'
import { signWhatsApp } from '@omnistream/channels/whatsapp/sign'
import { seededRandom } from './random.ts'

/** The WhatsApp number that the simulated people write to. */
export type SimulatedAccount = { phoneNumberId: string; wabaId: string; businessPhone: string }

export type SimulatedWebhook = {
  body: string
  signature: string
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
 * Webhooks one after the other, signed, all from one seed. Each run begins at a sequence number of its own, so that
 * its search words share no prefix with those of earlier runs.
 */
export function* buildWebhooks(options: {
  seed: number
  count: number
  account: SimulatedAccount
  appSecret: string
  now: () => number
}): Generator<SimulatedWebhook> {
  const random = seededRandom(options.seed)
  const first = Math.floor(random() * firstBlocks) * samplesToPrefix
  for (let index = 0; index < options.count; index += 1) {
    const { payload, messageIds, searchText } = whatsappSample(random, {
      ...options.account,
      seq: first + index,
      now: options.now(),
    })
    const [mainId = ''] = messageIds
    const body = JSON.stringify(payload)
    const signature = signWhatsApp(Buffer.from(body), options.appSecret)
    yield { body, signature, messageIds, mainId, searchText }
  }
}

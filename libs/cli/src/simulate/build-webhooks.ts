import { channels } from '@omnistream/channels'
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
    const now = options.now()
    const { whatsapp } = channels
    const { phoneNumberId, wabaId, businessPhone } = options.account
    const sample = whatsapp.sample({
      random,
      account: { externalId: phoneNumberId, businessId: wabaId, displayId: businessPhone },
      seq: first + index,
      now,
    })
    const { body, messageIds, searchText } = sample
    const [mainId = ''] = messageIds
    const unsigned = { method: 'POST', url: '', headers: {}, body, receivedAt: now }
    const signature = whatsapp.sign(unsigned, options.appSecret).headers['x-hub-signature-256'] ?? ''
    yield { body: new TextDecoder().decode(body), signature, messageIds, mainId, searchText }
  }
}

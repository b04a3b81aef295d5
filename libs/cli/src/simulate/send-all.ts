import type { InboundRequest } from '@omnistream/channels'
import { OmniError } from '@omnistream/common/errors'
import { sleep } from '@omnistream/common/sleep'
import type { SimulatedWebhook } from './build-webhooks.ts'
import type { Ledger } from './ledger.ts'
import { sendWebhook } from './send-webhook.ts'

/** How far the sending has come; changed as it goes on. */
export type SendTally = {
  sent: number
  acked: number
  retries: number
  ackMs: number[]
  /** Search words of the acknowledged webhooks. */
  words: string[]
  /** Why the edge was given up; nothing more is sent then. */
  gaveUp?: string
  done: boolean
}

export type SendAllOptions = {
  url: string
  /** The request as its provider signs it when it is received. */
  sign(request: InboundRequest): InboundRequest
  /** Where the secret to sign with comes from, in words for a person. */
  secretFrom: string
  rate?: number
  concurrency: number
  retryForMs: number
  signal: AbortSignal
  /** Told once why the edge does not take a webhook that is sent again. */
  onTrouble?: (why: string) => void
}

/**
 * Sends all webhooks, at most `concurrency` at once, each at its own time where a rate is given; stops when one could
 * not be delivered in all the time it is sent again.
 * @throws {OmniError} WEBHOOK_REFUSED at the first that the edge will never take.
 */
export async function sendAll(
  options: SendAllOptions,
  webhooks: Iterator<SimulatedWebhook>,
  ledger: Pick<Ledger, 'acked'>,
  tally: SendTally,
  report: () => void,
): Promise<void> {
  const begin = performance.now()
  let index = 0
  let troubled = false
  const onFailedAttempt = (why: string): void => {
    if (!troubled) options.onTrouble?.(why)
    troubled = true
  }
  const worker = async (): Promise<void> => {
    while (!options.signal.aborted && tally.gaveUp === undefined) {
      const dueAt = options.rate === undefined ? 0 : begin + (index / options.rate) * 1_000
      index += 1
      const waitMs = dueAt - performance.now()
      if (waitMs > 0) await sleep(waitMs, options.signal)
      if (options.signal.aborted) return
      const next = webhooks.next()
      if (next.done === true) return
      tally.sent += 1
      const sentAt = performance.now()
      const { request } = next.value
      const outcome = await sendWebhook((at) => options.sign({ ...request, receivedAt: at }), {
        ...options,
        onFailedAttempt,
      })
      if (outcome.kind === 'refused') throw refusal(outcome, options)
      tally.retries += outcome.attempts - 1
      // An edge that was away for all of its time is away: each further webhook would wait as long again.
      if (outcome.kind === 'gave up') {
        if (!options.signal.aborted) tally.gaveUp = outcome.why
      } else {
        tally.acked += 1
        tally.ackMs.push(outcome.ackMs)
        tally.words.push(next.value.searchText)
        ledger.acked(next.value, sentAt)
      }
      report()
    }
  }
  await Promise.all(Array.from({ length: options.concurrency }, worker))
  tally.done = true
}

function refusal(
  { status, detail }: { status: number; detail: string | undefined },
  { url, secretFrom }: SendAllOptions,
): OmniError {
  const hint =
    status === 401 ? `: the app secret is not the one that the edge checks with (${secretFrom})` : ''
  const said = detail === undefined ? '' : `; it says: ${detail}`
  return new OmniError('WEBHOOK_REFUSED', `${url} refused a webhook with status ${status}${hint}${said}`)
}

import type { Sample, SampleOptions } from '../../core/channel.ts'
import { choose, digits, sampleWord } from '../../samples/choose.ts'
import { jsonSample } from '../../samples/json-sample.ts'
import { samplePeople } from '../../samples/people.ts'
import { sampleTexts } from '../../samples/texts.ts'

type Node = Record<string, unknown>

/** The event of a sample that depends on its kind; the word is where search must find it. */
export type SampleKind = (words: { text: string; word: string; id: string; mid: string }) => Node

export type SampleShape = {
  channel: string
  object: string
  kinds: readonly SampleKind[]
  /** Start of every message id. */
  midPrefix: string
  /** How the customer's reading of this message of ours is told. */
  receipts(mid: string, now: number): readonly Node[]
}

/**
 * One realistic webhook: an event of some kind in some language from one of twenty invented people; every third
 * payload is a burst with a picture of another person, an echo of ours, a reaction and receipts.
 */
export function buildSample(options: SampleOptions, shape: SampleShape): Sample {
  const { random, account, seq, now } = options
  const mid = (): string => `${shape.midPrefix}SAMPLE${seq.toString(36)}N${digits(random, 16)}`
  const person = (): string => `61${String(choose(random, [...samplePeople.keys()])).padStart(13, '0')}`
  const page = { id: account.externalId }
  const from = (id: string, event: Node): Node => ({
    sender: { id },
    recipient: page,
    timestamp: now,
    ...event,
  })
  const word = sampleWord(random, seq)
  const kind = shape.kinds[seq % shape.kinds.length] ?? choose(random, shape.kinds)
  const customer = person()
  const mids = [mid()]
  const said = { text: choose(random, sampleTexts), word, id: digits(random, 15), mid: mids[0] ?? '' }
  const items = [from(customer, kind(said))]
  if (seq % 3 === 2) {
    const [picture, echo] = [mid(), mid()]
    mids.push(picture, echo)
    const attachments = [{ type: 'image', payload: { url: `https://cdn.example/${digits(random, 12)}.jpg` } }]
    items.push(from(person(), { message: { mid: picture, attachments } }))
    const answer = { mid: echo, is_echo: true, app_id: 900100, text: choose(random, sampleTexts) }
    items.push({ sender: page, recipient: { id: customer }, timestamp: now, message: answer })
    items.push(from(customer, { reaction: { mid: echo, action: 'react', reaction: 'love', emoji: '❤️' } }))
    for (const receipt of shape.receipts(echo, now)) items.push(from(customer, receipt))
  }
  const entry = { id: account.externalId, time: now, messaging: items }
  return jsonSample(
    { object: shape.object, entry: [entry] },
    { messageIds: mids.map((id) => `${shape.channel}:${account.externalId}:${id}`), searchText: word },
  )
}

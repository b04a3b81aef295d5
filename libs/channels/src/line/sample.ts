import type { Sample, SampleOptions } from '../core/channel.ts'
import { choose, digits, sampleWord } from '../samples/choose.ts'
import { jsonSample } from '../samples/json-sample.ts'
import { samplePeople } from '../samples/people.ts'
import { sampleTexts } from '../samples/texts.ts'

type Node = Record<string, unknown>
type SampleKind = (words: { text: string; word: string; id: string }) => Node

const message = (content: Node): Node => ({ type: 'message', message: content })

/** The kinds a sample goes through in turn; the word is where search must find it. */
const kinds: readonly SampleKind[] = [
  ({ text, word, id }) => message({ id, type: 'text', quoteToken: `q${id}`, text: `${text} ${word}` }),
  ({ word, id }) => message({ id, type: 'location', title: `Depot ${word}`, ...place }),
  ({ text, word, id }) =>
    message({ id, type: 'text', quoteToken: `q${id}`, quotedMessageId: `4${id}`, text: `${word}: ${text}` }),
  ({ word, id }) => message({ id, type: 'sticker', quoteToken: `q${id}`, ...sticker, text: word }),
  ({ word }) => ({ type: 'postback', postback: { data: `action=track&order=${word}` } }),
]

const place = { address: 'Jalan Contoh 1', latitude: -6.1754, longitude: 106.8272 }
const sticker = { packageId: '446', stickerId: '1988', stickerResourceType: 'MESSAGE', keywords: ['thanks'] }
const group = { type: 'group', groupId: `C${'5'.repeat(32)}` }

/**
 * One realistic LINE webhook: an event of some kind in some language from one of twenty invented people, every fourth
 * in a group; every third payload is a burst with a picture of another person and a new friend.
 */
export function sample(options: SampleOptions): Sample {
  const { random, account, seq, now } = options
  const events: Node[] = []
  const messageIds: string[] = []
  const add = (nativeId: string | undefined, source: Node, event: Node): void => {
    const webhookEventId = `01SAMPLE${digits(random, 18)}`
    events.push({
      ...event,
      ...{ mode: 'active', timestamp: now, source, webhookEventId, replyToken: `r${webhookEventId}` },
      deliveryContext: { isRedelivery: false },
    })
    messageIds.push(`line:${account.externalId}:${nativeId ?? `event/${webhookEventId}`}`)
  }
  const person = (): Node => ({ userId: userIdOf(choose(random, [...samplePeople.keys()])) })
  const word = sampleWord(random, seq)
  const kind = kinds[seq % kinds.length] ?? choose(random, kinds)
  const id = digits(random, 18)
  const event = kind({ text: choose(random, sampleTexts), word, id })
  const chat = seq % 4 === 3 ? group : { type: 'user' }
  add(event.type === 'message' ? id : undefined, { ...chat, ...person() }, event)
  if (seq % 3 === 2) {
    const picture = digits(random, 18)
    const image = { id: picture, type: 'image', quoteToken: `q${picture}`, contentProvider: { type: 'line' } }
    add(picture, { type: 'user', ...person() }, message(image))
    add(undefined, { type: 'user', ...person() }, { type: 'follow', follow: { isUnblocked: false } })
  }
  return jsonSample({ destination: account.externalId, events }, { messageIds, searchText: word })
}

function userIdOf(index: number): string {
  return `U${String(index).padStart(32, 'a0')}`
}

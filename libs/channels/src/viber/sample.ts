import type { Sample, SampleOptions } from '../core/channel.ts'
import { choose, digits, sampleWord } from '../samples/choose.ts'
import { samplePeople } from '../samples/people.ts'
import { sampleTexts } from '../samples/texts.ts'

type Node = Record<string, unknown>
type SampleKind = (words: { text: string; word: string; id: string }) => Node

const encoder = new TextEncoder()

/** The kinds a sample goes through in turn; the word is where search must find it. */
const kinds: readonly SampleKind[] = [
  ({ text, word }) => ({ type: 'text', text: `${text} ${word}` }),
  ({ text, word, id }) => ({
    ...{ type: 'picture', text: `${text} ${word}`, media: `https://media.example/${id}.jpg`, size: 182_004 },
    ...{ thumbnail: `https://media.example/${id}-s.jpg`, file_name: `${id}.jpg` },
  }),
  ({ word }) => ({ type: 'contact', contact: { name: `Rita ${word}`, phone_number: '15550100077' } }),
  ({ text, word }) => ({ type: 'text', text: `${word}: ${text}`, tracking_data: 'menu' }),
  ({ word, id }) => ({ type: 'url', text: `Look ${word}`, media: `https://shop.example/p/${id}` }),
  ({ text, word, id }) => ({
    ...{ type: 'video', text: `${text} ${word}`, media: `https://media.example/${id}.mp4` },
    ...{ thumbnail: `https://media.example/${id}-s.jpg`, size: 2_401_007, duration: 12 },
  }),
]

/**
 * One realistic event of Viber's, which sends one at a time: a message of some kind in some language from one of twenty
 * invented people, or, every tenth time, somebody who opens the conversation.
 */
export function sample({ random, account, seq, now }: SampleOptions): Sample {
  const word = sampleWord(random, seq)
  const person = personOf(Math.floor(random() * samplePeople.length))
  const kind = kinds[seq % kinds.length] ?? choose(random, kinds)
  const said = { text: choose(random, sampleTexts), word, id: digits(random, 12) }
  const token = digits(random, 19)
  const isOpening = seq % 10 === 9
  const event: Node = isOpening
    ? { event: 'conversation_started', type: 'open', context: word, user: person, subscribed: false }
    : { event: 'message', sender: person, message: kind(said), silent: false }
  const json = JSON.stringify({
    ...event,
    timestamp: now,
    chat_hostname: 'SN-SAMPLE_',
    message_token: token,
  })
  const nativeId = isOpening ? `conversation_started/${token}` : token
  return {
    contentType: 'application/json',
    // On the wire the token is a number, too long for one of JavaScript's.
    body: encoder.encode(json.replace(`"${token}"`, token)),
    messageIds: [`viber:${account.externalId}:${nativeId}`],
    searchText: word,
  }
}

function personOf(index: number): Node {
  const id = Buffer.from(`sample user ${String(index).padStart(4, '0')}`).toString('base64')
  return { id, name: samplePeople[index]?.name ?? 'Somebody', language: 'en', country: 'NL', api_version: 10 }
}

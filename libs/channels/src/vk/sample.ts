import type { Sample, SampleOptions } from '../core/channel.ts'
import { choose, digits, sampleWord } from '../samples/choose.ts'
import { jsonSample } from '../samples/json-sample.ts'
import { sampleTexts } from '../samples/texts.ts'
import { sampleKinds } from './sample-kinds.ts'

const peopleCount = 20
const chat = 2_000_000_001

/**
 * One realistic event of VK's, which holds one message: of some kind in some language from one of twenty invented
 * people, every fifth in a chat, every sixth an answer that an administrator wrote.
 */
export function sample(options: SampleOptions): Sample {
  const { random, seq, account } = options
  const word = sampleWord(random, seq)
  const person = 300_000_000 + Math.floor(random() * peopleCount)
  const isReply = seq % 6 === 5
  const peer = seq % 5 === 4 ? chat : person
  const number = Number(digits(random, 12))
  const text = choose(random, sampleTexts)
  const kind = sampleKinds[seq % sampleKinds.length] ?? choose(random, sampleKinds)
  const message = {
    ...{ id: peer === chat ? 0 : number, conversation_message_id: number, peer_id: peer },
    ...{ from_id: isReply ? Number(`-${account.externalId}`) : person, out: isReply ? 1 : 0 },
    ...{ date: Math.floor(options.now / 1000), important: false, is_hidden: false, fwd_messages: [] },
    ...kind({ text, word, id: Number(digits(random, 9)) }),
  }
  const event = {
    ...{ group_id: Number(account.externalId), event_id: `e${digits(random, 16)}`, v: '5.199' },
    ...(isReply
      ? { type: 'message_reply', object: message }
      : { type: 'message_new', object: { message, client_info: { keyboard: true, lang_id: 3 } } }),
  }
  return jsonSample(event, {
    messageIds: [`vk:${account.externalId}:${peer}/${number}`],
    searchText: word,
  })
}

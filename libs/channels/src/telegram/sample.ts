import type { Sample, SampleOptions } from '../core/channel.ts'
import { choose, digits, sampleWord } from '../samples/choose.ts'
import { jsonSample } from '../samples/json-sample.ts'
import { samplePeople } from '../samples/people.ts'
import { sampleTexts } from '../samples/texts.ts'
import { sampleKinds } from './sample-kinds.ts'

const group = { id: -1_002_000_000_001, type: 'supergroup', title: 'Neighbours of Sample Street' }

/**
 * One realistic update of Telegram's, which holds one thing each: a message of some kind in some language from one of
 * twenty invented people, every fourth in a group, every tenth the press of a button.
 */
export function sample(options: SampleOptions): Sample {
  const { random, seq, account } = options
  const word = sampleWord(random, seq)
  const index = Math.floor(random() * samplePeople.length)
  const from = personOf(index)
  const update = { update_id: 700_000_000 + seq }
  const id = digits(random, 12)
  if (seq % 10 === 9) {
    const nativeId = `callback/${id}`
    return jsonSample({ ...update, callback_query: press(id, from, word, options.now) }, said(nativeId))
  }
  const text = choose(random, sampleTexts)
  const kind = sampleKinds[seq % sampleKinds.length] ?? choose(random, sampleKinds)
  const chat = seq % 4 === 3 ? group : { ...privateChat(from) }
  const message = {
    message_id: Number(id),
    from,
    chat,
    date: Math.floor(options.now / 1000),
    ...kind({ text, word, id: digits(random, 10) }),
  }
  return jsonSample({ ...update, message }, said(`${chat.id}/${id}`))

  function said(nativeId: string): Pick<Sample, 'messageIds' | 'searchText'> {
    return { messageIds: [`telegram:${account.externalId}:${nativeId}`], searchText: word }
  }
}

type User = { id: number; is_bot: false; first_name: string; username?: string; language_code: string }

function personOf(index: number): User {
  const person = samplePeople[index]
  const user: User = {
    id: 5_000_000_000 + index,
    is_bot: false,
    first_name: person?.name ?? 'Somebody',
    language_code: 'en',
  }
  if (person?.username !== undefined) user.username = person.username.replaceAll('.', '_')
  return user
}

function privateChat({ id, first_name }: User): { id: number; type: string; first_name: string } {
  return { id, type: 'private', first_name }
}

/** The press of one of two buttons below a message of the bot. */
function press(id: string, from: User, word: string, now: number): unknown {
  const buttons = [
    { text: `Confirm ${word}`, callback_data: 'order:confirm' },
    { text: 'Cancel', callback_data: 'order:cancel' },
  ]
  const message = {
    message_id: 9,
    chat: privateChat(from),
    date: Math.floor(now / 1000) - 60,
    text: 'Shall we send it?',
    reply_markup: { inline_keyboard: [buttons] },
  }
  return { id, from, message, chat_instance: '-77', data: 'order:confirm' }
}

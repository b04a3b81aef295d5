import type { Sample, SampleOptions } from '../core/channel.ts'
import { choose, digits, sampleWord } from '../samples/choose.ts'
import { jsonSample } from '../samples/json-sample.ts'
import { type SamplePerson, samplePeople } from '../samples/people.ts'
import { sampleTexts } from '../samples/texts.ts'
import { sampleKinds } from './sample-kinds.ts'

/**
 * One realistic WhatsApp webhook: a message of some kind in some language from one of twenty invented people (with
 * phone, BSUID or both); every third payload is a burst that also has a voice note, a reaction and statuses.
 */
export function sample(options: SampleOptions): Sample {
  const { random } = options
  const pick = <T>(items: readonly T[]): T => choose(random, items)
  const word = sampleWord(random, options.seq)
  const person = pick(samplePeople)
  const kind = sampleKinds[options.seq % sampleKinds.length] ?? pick(sampleKinds)
  const main = message(
    random,
    options,
    person,
    kind({ text: pick(sampleTexts), word, id: digits(random, 15) }),
  )
  const items = [main]
  const people = [person]
  const others: Record<string, unknown>[] = []
  const statuses: Record<string, unknown>[] = []
  if (options.seq % 3 === 2) {
    const second = pick(samplePeople)
    people.push(second)
    items.push(message(random, options, person, { type: 'text', text: { body: pick(sampleTexts) } }))
    items.push(message(random, options, second, voiceNote(random)))
    others.push(
      message(random, options, second, { type: 'reaction', reaction: { message_id: main.id, emoji: '👍' } }),
    )
    statuses.push(...statusesOf(random, options, person))
  }
  return jsonSample(envelope(options, people, [...items, ...others], statuses), {
    messageIds: items.map((item) => `whatsapp:${options.account.externalId}:${String(item.id)}`),
    searchText: word,
  })
}

function message(
  random: () => number,
  options: SampleOptions,
  person: SamplePerson,
  kind: Record<string, unknown>,
): Record<string, unknown> {
  return {
    ...(person.phone === undefined ? {} : { from: person.phone }),
    ...(person.userId === undefined ? {} : { from_user_id: person.userId }),
    id: messageId(random, options.seq),
    timestamp: String(Math.floor(options.now / 1000)),
    ...kind,
  }
}

function voiceNote(random: () => number): Record<string, unknown> {
  const audio = { id: digits(random, 15), mime_type: 'audio/ogg; codecs=opus', voice: true }
  return { type: 'audio', audio }
}

/** A message of ours that was sent, delivered and read; they come in any order. */
function statusesOf(
  random: () => number,
  options: SampleOptions,
  person: SamplePerson,
): Record<string, unknown>[] {
  const id = messageId(random, options.seq)
  const recipient =
    person.phone === undefined ? { recipient_user_id: person.userId } : { recipient_id: person.phone }
  const timestamp = String(Math.floor(options.now / 1000))
  return ['read', 'sent', 'delivered'].map((status) => ({ id, status, timestamp, ...recipient }))
}

function envelope(
  { account }: SampleOptions,
  people: readonly SamplePerson[],
  messages: readonly unknown[],
  statuses: readonly unknown[],
): unknown {
  const value = {
    messaging_product: 'whatsapp',
    metadata: {
      display_phone_number: account.displayId ?? '15550100001',
      phone_number_id: account.externalId,
    },
    contacts: [...new Set(people)].map(contactOf),
    messages,
    ...(statuses.length === 0 ? {} : { statuses }),
  }
  return {
    object: 'whatsapp_business_account',
    entry: [{ id: account.businessId ?? '900', changes: [{ value, field: 'messages' }] }],
  }
}

function contactOf({ name, phone, userId, username }: SamplePerson): unknown {
  return {
    profile: username === undefined ? { name } : { name, username },
    ...(phone === undefined ? {} : { wa_id: phone }),
    ...(userId === undefined ? {} : { user_id: userId }),
  }
}

function messageId(random: () => number, seq: number): string {
  return `wamid.SAMPLE${seq.toString(36).toUpperCase()}N${digits(random, 16)}`
}

import { sampleKinds } from './sample-kinds.ts'
import { type SamplePerson, samplePeople } from './sample-people.ts'
import { sampleTexts } from './sample-texts.ts'

export type WhatsAppSampleOptions = {
  phoneNumberId: string
  wabaId: string
  /** The business's own number, digits with country code. */
  businessPhone: string
  /** Which sample this is; it chooses the kind, so that following samples differ. */
  seq: number
  /** When the messages were sent, ms. */
  now: number
}

export type WhatsAppSample = {
  /** A whole webhook body, to be serialised and signed by the caller. */
  payload: unknown
  /** External ids that must become messages, each once. Statuses and reactions of the payload have none. */
  messageIds: string[]
  /** One word, in no other sample, that finds exactly one of the messages. */
  searchText: string
}

type Pick = <T>(items: readonly T[]) => T

/**
 * One realistic WhatsApp webhook: a message of some kind in some language from one of twenty invented people (with
 * phone, BSUID or both); every third payload is a burst that also has a voice note, a reaction and statuses.
 * `random` returns [0, 1) and alone decides everything else, so a seed repeats a run.
 */
export function whatsappSample(random: () => number, options: WhatsAppSampleOptions): WhatsAppSample {
  const pick: Pick = (items) => {
    const item = items[Math.floor(random() * items.length)]
    if (item === undefined) throw new RangeError('nothing to pick from')
    return item
  }
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
  return {
    payload: envelope(options, people, [...items, ...others], statuses),
    messageIds: items.map((item) => `whatsapp:${options.phoneNumberId}:${String(item.id)}`),
    searchText: word,
  }
}

/** Letters only, of fixed length (no word is the start of another): the sequence number, then chance. */
function sampleWord(random: () => number, seq: number): string {
  let letters = ''
  for (let rest = seq, place = 0; place < 6; place += 1, rest = Math.floor(rest / 26)) {
    letters = String.fromCharCode(97 + (rest % 26)) + letters
  }
  for (let place = 0; place < 8; place += 1) letters += String.fromCharCode(97 + Math.floor(random() * 26))
  return `q${letters}`
}

function message(
  random: () => number,
  options: WhatsAppSampleOptions,
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
  options: WhatsAppSampleOptions,
  person: SamplePerson,
): Record<string, unknown>[] {
  const id = messageId(random, options.seq)
  const recipient =
    person.phone === undefined ? { recipient_user_id: person.userId } : { recipient_id: person.phone }
  const timestamp = String(Math.floor(options.now / 1000))
  return ['read', 'sent', 'delivered'].map((status) => ({ id, status, timestamp, ...recipient }))
}

function envelope(
  options: WhatsAppSampleOptions,
  people: readonly SamplePerson[],
  messages: readonly unknown[],
  statuses: readonly unknown[],
): unknown {
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: options.businessPhone, phone_number_id: options.phoneNumberId },
    contacts: [...new Set(people)].map(contactOf),
    messages,
    ...(statuses.length === 0 ? {} : { statuses }),
  }
  return {
    object: 'whatsapp_business_account',
    entry: [{ id: options.wabaId, changes: [{ value, field: 'messages' }] }],
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

function digits(random: () => number, count: number): string {
  let text = '1'
  while (text.length < count) text += String(Math.floor(random() * 10))
  return text
}

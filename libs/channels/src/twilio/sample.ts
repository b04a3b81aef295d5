import type { Sample, SampleOptions } from '../core/channel.ts'
import { choose, sampleWord } from '../samples/choose.ts'
import { type SamplePerson, samplePeople } from '../samples/people.ts'
import { sampleTexts } from '../samples/texts.ts'
import { sampleKinds } from './sample-kinds.ts'

const encoder = new TextEncoder()

/**
 * One realistic Twilio webhook: an SMS, MMS or WhatsApp message of some kind from one of twenty invented people. Who
 * has no phone writes by WhatsApp, under a user id.
 */
export function sample(options: SampleOptions): Sample {
  const { random, account, seq } = options
  const word = sampleWord(random, seq)
  const person = choose(random, samplePeople)
  const kind = sampleKinds[seq % sampleKinds.length] ?? choose(random, sampleKinds)
  const sid = `${kind.media === true ? 'MM' : 'SM'}${hex(random, seq)}`
  const whatsapp = kind.whatsapp === true || person.phone === undefined
  const ours = `+${account.displayId ?? '15550100001'}`
  const form = {
    MessageSid: sid,
    SmsSid: sid,
    SmsMessageSid: sid,
    AccountSid: account.externalId,
    ...(whatsapp ? whatsappParties(person, ours) : { From: `+${person.phone}`, To: ours }),
    NumMedia: kind.media === true ? '1' : '0',
    NumSegments: '1',
    SmsStatus: 'received',
    ApiVersion: '2010-04-01',
    ...kind.fields({
      text: choose(random, sampleTexts),
      word,
      id: hex(random, seq),
      account: account.externalId,
    }),
  }
  return {
    contentType: 'application/x-www-form-urlencoded; charset=UTF-8',
    body: encoder.encode(new URLSearchParams(form).toString()),
    messageIds: [`twilio:${account.externalId}:${sid}`],
    searchText: word,
  }
}

function whatsappParties({ name, phone, userId, username }: SamplePerson, ours: string) {
  return {
    From: phone === undefined ? `whatsapp:${userId}` : `whatsapp:+${phone}`,
    To: `whatsapp:${ours}`,
    ProfileName: name,
    ...(phone === undefined ? {} : { WaId: phone }),
    ...(userId === undefined ? {} : { ExternalUserId: `whatsapp:${userId}` }),
    ...(username === undefined ? {} : { ProfileUsername: username }),
  }
}

/** 32 hex digits that no other sample has: the sequence number, then chance. */
function hex(random: () => number, seq: number): string {
  let digits = seq.toString(16).padStart(8, '0')
  while (digits.length < 32) digits += Math.floor(random() * 16).toString(16)
  return digits
}

import type { Sample, SampleOptions } from '../core/channel.ts'
import { choose, digits, sampleWord } from '../samples/choose.ts'
import { samplePeople } from '../samples/people.ts'
import { sampleTexts } from '../samples/texts.ts'
import { sampleForm } from './sample-form.ts'
import { sampleKinds } from './sample-kinds.ts'

/**
 * One realistic mail as SendGrid posts it: plain, HTML alone, with an attachment, an answer or a bounce, in some
 * language from one of twenty invented people.
 */
export function sample(options: SampleOptions): Sample {
  const { random, account, seq, now } = options
  const word = sampleWord(random, seq)
  const person = choose(random, samplePeople)
  const from = {
    name: person.name,
    address: `${(person.phone ?? person.userId ?? '').toLowerCase()}@mail.example`,
  }
  const kind = sampleKinds[seq % sampleKinds.length] ?? choose(random, sampleKinds)
  const id = `sample.${seq}.${digits(random, 12)}@mail.example`
  const to = account.externalId.includes('@') ? account.externalId : `inbox@${account.externalId}`
  const made = kind({ text: choose(random, sampleTexts), word, id: digits(random, 12), from })
  const sender = made.from ?? from
  const date = new Date(now).toUTCString().replace('GMT', '+0000')
  const headers = [
    `Received: from mail.example by mx.example with ESMTP id ${digits(random, 8)}; ${date} (UTC)`,
    `From: ${encodedName(sender.name)} <${sender.address}>`,
    `To: ${to}`,
    `Date: ${date}`,
    `Message-ID: <${id}>`,
    `Subject: ${encodedName(made.subject)}`,
    ...(made.headers ?? ['Content-Type: text/plain; charset=utf-8']),
  ]
  const fields = {
    headers: `${headers.join('\n')}\n`,
    from: `${sender.name} <${sender.address}>`,
    to,
    subject: made.subject,
    ...made.fields,
    attachments: String(made.files?.length ?? 0),
    envelope: JSON.stringify({ to: [to], from: sender.address }),
    charsets: '{"to":"UTF-8","from":"UTF-8","subject":"UTF-8","text":"utf-8"}',
    SPF: 'pass',
    dkim: '{@mail.example : pass}',
    sender_ip: '192.0.2.25',
  }
  return {
    ...sampleForm(fields, made.files),
    messageIds: [`email:${account.externalId}:${id}`],
    searchText: word,
  }
}

/** A text as a header must write it: in base64 (RFC 2047), whatever its script. */
function encodedName(text: string): string {
  return `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`
}

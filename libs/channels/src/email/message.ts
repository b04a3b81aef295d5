import { decodeWords } from 'postal-mime'
import { asId, asText, type Json } from '../core/access.ts'
import { cutText } from '../core/clean-text.ts'
import { contentHash } from '../core/content-hash.ts'
import { toData } from '../core/to-data.ts'
import type { MessageUpdate } from '../core/update.ts'
import { envelopeOf } from './addresses.ts'
import { automaticOf } from './automatic.ts'
import { parseContent } from './content.ts'
import { fieldText, headersOf } from './fields.ts'
import { mailData } from './mail-data.ts'
import { arrivedAt } from './mail-date.ts'
import { type Headers, headerOf } from './mime/headers.ts'
import { parseStructured } from './mime/parameters.ts'
import { partiesOf } from './parties.ts'

const subjectCharsMax = 10_000

/** What a Message-ID is written between is not part of it (RFC 5322, 3.6.4). */
const messageIds = /<([^<>\s]+)>/g

/** One mail as a message in the thread with its sender, or with its first recipient where our side wrote it. */
export function parseMessage(mail: Json, path: string, account: string): MessageUpdate {
  const headers = headersOf(mail)
  const envelope = envelopeOf(mail.envelope)
  const { direction, source, sender, peer, from, claimsOurAddress } = partiesOf(
    mail,
    headers,
    envelope,
    account,
  )
  const subject = subjectOf(mail, headers)
  const automatic = automaticOf(headers, from)
  const contentType = parseStructured(headerOf(headers, 'content-type') ?? '').value
  const { type, nativeType, content } = parseContent(mail, { subject, automatic, contentType })
  content.data = toData({
    ...mailData({ mail, headers, envelope, from, subject, automatic, claimsOurAddress }),
    ...content.data,
  })
  const message: MessageUpdate = {
    kind: 'message',
    path,
    account,
    externalId: globalId(account, idOf(headerOf(headers, 'message-id')) ?? hashOf(mail, account)),
    thread: { kind: 'direct', peer },
    direction,
    source,
    type,
    sender,
    content,
  }
  const at = arrivedAt(headers)
  if (at !== undefined) message.at = at
  if (nativeType !== undefined) message.nativeType = nativeType
  const quoted = idOf(headerOf(headers, 'in-reply-to')) ?? lastIdOf(headerOf(headers, 'references'))
  if (quoted !== undefined) message.context = { externalId: globalId(account, quoted) }
  return message
}

function globalId(account: string, id: string): string {
  return `email:${account}:${id}`
}

function subjectOf(mail: Json, headers: Headers): string | undefined {
  const written = headerOf(headers, 'subject')?.slice(0, subjectCharsMax)
  const subject = fieldText(mail, 'subject') ?? (written === undefined ? undefined : decodeWords(written))
  return asText(cutText(subject ?? '', subjectCharsMax))
}

/** The first id of a header, or its whole text where nothing stands between the signs. */
function idOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : asId(text.matchAll(messageIds).next().value?.[1] ?? text.trim())
}

function lastIdOf(text: string | undefined): string | undefined {
  return asId([...(text ?? '').matchAll(messageIds)].at(-1)?.[1])
}

/** Stands for the id of a mail that has none: the same each time its webhook is tried again. */
function hashOf(mail: Json, account: string): string {
  return contentHash(account, mail.headers, mail.from, mail.subject, mail.text, mail.html, mail.files)
}

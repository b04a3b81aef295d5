import { asObject, asText, type Json, own } from '../core/access.ts'
import type { Payload } from '../core/channel.ts'
import { readJson } from '../core/read-json.ts'
import { type Mail, type MailFile, mailFile } from './mail.ts'
import { rawMail } from './raw-mail.ts'

/** An attachment in JSON: where it stands, what it is, its bytes in base64. */
export type JsonFile = { id: string; object: Json; content: string }

const attachmentName = /^attachment\d+$/

/**
 * Reads the fields of a mail, or a list of mails, as JSON. Attachments are `attachment1`… or the list `attachments`,
 * each an object with its bytes in base64 as `content`.
 */
export function readJsonMail(body: Buffer): Payload {
  const read = readJson(body)
  if (!read.ok) return read
  if (!Array.isArray(read.value)) return { ok: true, value: toMail(read.value, '') }
  return { ok: true, value: read.value.map((mail, index) => toMail(mail, `${index}/`)) }
}

/** The attachments of one JSON mail, in order; `under` says which mail of a list it is. */
export function jsonFiles(mail: Json, under: string): JsonFile[] {
  const listed = own(mail, 'attachments')
  const list = Array.isArray(listed) ? listed : []
  const named = Object.keys(mail).filter((name) => attachmentName.test(name))
  return [
    ...list.flatMap((raw, index) => toFile(raw, `${under}attachments/${index}`)),
    ...named.flatMap((name) => toFile(mail[name], under + name)),
  ]
}

function toMail(raw: unknown, under: string): unknown {
  const object = asObject(raw)
  if (object === undefined) return raw
  const email = own(object, 'email')
  const isRaw = typeof email === 'string' && object.event === undefined
  const files = jsonFiles(object, under).map(describeFile)
  // `files` is the reader's own word: nobody else may say where bytes are.
  const plain = Object.entries(object).filter(
    ([name]) => !(isRaw && name === 'email') && !attachmentName.test(name) && name !== 'files',
  )
  const mail: Mail = {
    ...Object.fromEntries(plain),
    ...(isRaw ? rawMail(Buffer.from(email), `${under}email`) : {}),
  }
  if (Array.isArray(mail.attachments)) delete (mail as Record<string, unknown>).attachments
  return files.length === 0 ? mail : { ...mail, files: [...(mail.files ?? []), ...files] }
}

function toFile(raw: unknown, id: string): JsonFile[] {
  const object = asObject(raw)
  return object === undefined ? [] : [{ id, object, content: asText(own(object, 'content')) ?? '' }]
}

function describeFile({ id, object, content }: JsonFile): MailFile {
  return mailFile(id, Buffer.from(content, 'base64'), {
    filename: object.filename ?? object.name,
    mimeType: object.type ?? object.content_type ?? object.contentType,
    contentId: object['content-id'] ?? object.content_id ?? object.contentId,
    inline: object.disposition === 'inline',
  })
}

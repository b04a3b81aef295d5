import { decodeWords } from 'postal-mime'
import { type Mail, type MailFile, mailFile } from './mail.ts'
import type { Headers } from './mime/headers.ts'
import { headerOf } from './mime/headers.ts'
import { dispositionOf, type Leaf, leafBytes, readMessage } from './mime/message.ts'

/** The fields of a raw mail; ids of its files begin with `under` and go on with their place in the mail. */
export function rawMail(bytes: Buffer, under: string): Mail {
  const message = readMessage(bytes)
  const headers = message.headers.map(([name, value]) => `${name}: ${value}`).join('\n')
  const mail: Record<string, unknown> = { headers, ...addressFields(message.headers) }
  if (message.text !== undefined) mail.text = message.text
  if (message.html !== undefined) mail.html = message.html
  const files = message.files.map((leaf) => leafFile(leaf, under))
  if (files.length > 0) mail.files = files
  return mail
}

function addressFields(headers: Headers): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const name of ['from', 'to', 'cc', 'subject']) {
    const value = headerOf(headers, name)
    if (value !== undefined) fields[name] = name === 'subject' ? decodeWords(value) : value
  }
  return fields
}

function leafFile(leaf: Leaf, under: string): MailFile {
  const disposition = dispositionOf(leaf)
  const filename = disposition.parameters.get('filename') ?? leaf.type.parameters.get('name')
  return mailFile(`${under}/${leaf.id}`, leafBytes(leaf), {
    filename: filename === undefined ? undefined : decodeWords(filename),
    mimeType: leaf.type.value,
    contentId: headerOf(leaf.headers, 'content-id'),
    inline: disposition.value === 'inline',
  })
}

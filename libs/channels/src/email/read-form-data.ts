import { asObject, asText, own } from '../core/access.ts'
import type { Payload } from '../core/channel.ts'
import { type Mail, type MailFile, mailFile } from './mail.ts'
import { decodeText } from './mime/charset.ts'
import { headerOf } from './mime/headers.ts'
import { parseStructured, type Structured } from './mime/parameters.ts'
import { type Part, splitParts } from './mime/split-parts.ts'
import { rawMail } from './raw-mail.ts'

/** One field of a form: the bytes of a text, or of a file. */
export type FormField = { name: string; disposition: Structured; part: Part; isFile: boolean }

const attachmentName = /^attachment\d+$/

/**
 * Reads SendGrid's `multipart/form-data`: text fields in the charset that the field `charsets` gives each, files by
 * what they are. A form that was cut on its way is unreadable; the stored bytes wait.
 */
export function readFormData(body: Buffer, boundary: string | undefined): Payload {
  if (boundary === undefined || boundary === '')
    return { ok: false, error: 'the content type has no boundary' }
  const { fields, closed } = formFields(body, boundary)
  if (!closed) return { ok: false, error: 'the form has no end: it was cut, or has more than 1000 parts' }
  const charsets = charsetsOf(fields)
  const values = new Map<string, unknown>()
  const files: MailFile[] = []
  let raw: Mail = {}
  for (const field of fields) {
    if (field.isFile) files.push(fileOf(field))
    else if (field.name === 'email') raw = rawMail(field.part.body, 'email')
    else if (!values.has(field.name)) {
      values.set(field.name, decodeText(field.part.body, asText(own(charsets, field.name)) ?? 'utf-8'))
    }
  }
  if (files.length > 0) values.set('files', files)
  // The raw mail knows best what it holds; the fields beside it say how it was received.
  return { ok: true, value: { ...Object.fromEntries(values), ...raw } }
}

/** The fields of a form in their order; a part without a name is none. */
export function formFields(body: Buffer, boundary: string): { fields: FormField[]; closed: boolean } {
  const { parts, closed } = splitParts(body, boundary)
  const fields = parts.flatMap((part): FormField[] => {
    const disposition = parseStructured(headerOf(part.headers, 'content-disposition') ?? '')
    const name = disposition.parameters.get('name')
    if (name === undefined) return []
    const isFile = disposition.parameters.has('filename') || attachmentName.test(name)
    return [{ name, disposition, part, isFile }]
  })
  return { fields, closed }
}

function fileOf({ name, disposition, part }: FormField): MailFile {
  return mailFile(name, part.body, {
    filename: disposition.parameters.get('filename'),
    mimeType: parseStructured(headerOf(part.headers, 'content-type') ?? '').value,
    contentId: headerOf(part.headers, 'content-id'),
  })
}

function charsetsOf(fields: readonly FormField[]): Record<string, unknown> {
  const field = fields.find(({ name }) => name === 'charsets')
  if (field === undefined) return {}
  try {
    return { ...asObject(JSON.parse(decodeText(field.part.body, 'utf-8'))) }
  } catch {
    return {}
  }
}

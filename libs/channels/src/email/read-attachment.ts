import { asObject } from '../core/access.ts'
import { readJson } from '../core/read-json.ts'
import { leafBytes, readMessage } from './mime/message.ts'
import { parseStructured } from './mime/parameters.ts'
import { formFields } from './read-form-data.ts'
import { jsonFiles } from './read-json-mail.ts'

/**
 * The bytes of an attachment, by the `id` of its `MediaRef`, out of the stored body of the webhook it came in.
 * Undefined where the body has no such attachment. The bytes of one that was not encoded are a view of `body`.
 */
export function readAttachment(
  body: Uint8Array,
  headers: Readonly<Record<string, string>>,
  id: string,
): Uint8Array | undefined {
  const { value: type, parameters } = parseStructured(headers['content-type'] ?? '')
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  if (type !== 'multipart/form-data') return fromJson(bytes, id)
  const { fields } = formFields(bytes, parameters.get('boundary') ?? '')
  if (!id.startsWith('email/')) return fields.find(({ name, isFile }) => isFile && name === id)?.part.body
  const email = fields.find(({ name, isFile }) => !isFile && name === 'email')
  return email === undefined ? undefined : fromRaw(email.part.body, id.slice('email/'.length))
}

function fromJson(bytes: Buffer, id: string): Uint8Array | undefined {
  const read = readJson(bytes)
  const [, index, rest = ''] = /^(?:(\d+)\/)?(.*)$/s.exec(id) ?? []
  const whole = read.ok ? read.value : undefined
  const mail = asObject(index === undefined ? whole : Array.isArray(whole) ? whole[Number(index)] : undefined)
  if (mail === undefined) return undefined
  if (rest.startsWith('email/'))
    return typeof mail.email === 'string' ? fromRaw(Buffer.from(mail.email), rest.slice(6)) : undefined
  const file = jsonFiles(mail, '').find((one) => one.id === rest)
  return file === undefined ? undefined : Buffer.from(file.content, 'base64')
}

function fromRaw(bytes: Buffer, place: string): Uint8Array | undefined {
  const leaf = readMessage(bytes).files.find(({ id }) => id === place)
  return leaf === undefined ? undefined : leafBytes(leaf)
}

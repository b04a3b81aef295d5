import { asId, asList, asNumber, asObject, asText, type Json, own } from '../core/access.ts'
import type { MediaKind, MediaRef } from '../core/update.ts'

/** An attachment by all that is said of it: where its bytes are, and in SendGrid's field `attachment-info`. */
export type Attachment = {
  id: string
  filename?: string
  mimeType?: string
  contentId?: string
  sha256?: string
  bytes?: number
}

const filesMax = 1000

/** The attachments of a mail, in order. One without an id cannot be found again, and is left out. */
export function filesOf(mail: Json): Attachment[] {
  const info = asObject(jsonOf(own(mail, 'attachment-info'))) ?? {}
  return asList(own(mail, 'files'))
    .slice(0, filesMax)
    .flatMap((raw): Attachment[] => {
      const file = asObject(raw)
      const id = asId(file?.id)
      return file === undefined || id === undefined
        ? []
        : [attachment(id, file, asObject(own(info, id)) ?? {})]
    })
}

/** The attachments as media; their bytes stay in the stored body, where `id` finds them. */
export function mediaOf(files: readonly Attachment[]): MediaRef[] {
  return files.map(({ contentId: _contentId, ...file }) => ({ kind: kindOf(file.mimeType), ...file }))
}

function attachment(id: string, file: Json, info: Json): Attachment {
  const said: Attachment = { id }
  const filename = asText(info.filename) ?? asText(file.filename)
  const mimeType = asText(info.type) ?? asText(file.mimeType)
  const contentId = asId(info['content-id']) ?? asId(file.contentId)
  const sha256 = asText(file.sha256)
  const bytes = asNumber(file.bytes)
  if (filename !== undefined) said.filename = filename
  if (mimeType !== undefined) said.mimeType = mimeType
  if (contentId !== undefined) said.contentId = contentId.replace(/^<|>$/g, '')
  if (sha256 !== undefined) said.sha256 = sha256
  if (bytes !== undefined) said.bytes = bytes
  return said
}

function kindOf(mimeType: string | undefined): MediaKind {
  const [family] = (mimeType ?? '').toLowerCase().split('/')
  return family === 'image' || family === 'video' || family === 'audio' ? family : 'document'
}

function jsonOf(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

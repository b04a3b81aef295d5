import { createHash } from 'node:crypto'
import type { Json } from '../core/access.ts'

/**
 * What the reader makes of a mail, whatever form it came in: the fields of SendGrid's Inbound Parse as text, and
 * `files`, which stand for the bytes of the attachments. The parser gets this and nothing else.
 */
export type Mail = Json & { files?: MailFile[] }

/** An attachment, without its bytes: `readAttachment` cuts them out of the stored body by `id`. */
export type MailFile = {
  id: string
  filename?: string
  mimeType?: string
  contentId?: string
  /** Shown in the text, not beside it. */
  inline?: true
  bytes: number
  /** Base64, of the decoded bytes. */
  sha256: string
}

/** Describes an attachment by its bytes and by what is said of it; what is not said is left out. */
export function mailFile(
  id: string,
  bytes: Uint8Array,
  said: { filename?: unknown; mimeType?: unknown; contentId?: unknown; inline?: boolean },
): MailFile {
  const file: MailFile = {
    id,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('base64'),
  }
  if (typeof said.filename === 'string' && said.filename !== '') file.filename = said.filename
  if (typeof said.mimeType === 'string' && said.mimeType !== '') file.mimeType = said.mimeType
  const contentId = typeof said.contentId === 'string' ? said.contentId.replace(/^<|>$/g, '') : ''
  if (contentId !== '') file.contentId = contentId
  if (said.inline === true) file.inline = true
  return file
}
